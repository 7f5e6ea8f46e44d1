import { base64 } from 'multiformats/bases/base64'

/** The random bits of the table, big-endian. Base64 keeps the worker smaller than digits would. */
const WORDS = base64.baseDecode(
  'Yjbn1RAnmwtygYGC3FJlFC/UHj13fvjIg+5ShSyPNjcvBJwaV9+XkZIHFR+bVEgYdO72WCAoymACcdkaJ65Yfuz5+l8jbnHN9DqKLguxM4CeV5EsiaJs25/P' +
    'PXGobabxnEnzdjRq7MfwlKnu6pnpy7AXE8YIis/7KWCg+zRKYmx/8ipGbXoapWpxSRZB1FTKgyW4MAtl9WNEf+zK+dDqXsHZ09TLXsV0VarpAobtwOcNOp4z' +
    '5w3B4ePF9jmbQxQKxkkKxV5AMPuOl23VqHRo6vgw72/MHtWlYR9OeN3RGQXyYTkEVmxnuZBaXMx7N7OkS1OJimuP0p2q2BV1URvkFDz6weeAKaF51A7+2gc4' +
    'DgLcm+/9LQSQgpm8eDH/UAKoIc52RgHNBJsPQ5lPw8bFpbvaX1AOwV7HmtsZtgwegLm5tSlorhYkGSVCtAWRpC6da+D2aG7Xprm8J3e04WLOVkJmqtVg/bcE' +
    'ZvgypZWV9sr+6DztVSKNmRK/DihmiWRZB4mv2gKCuqgjZ6NDWRSRsC/xpLFBBzm2m3BVoC4Osikk/IJSMyfT37B4JmkcYuBpf1AxAfUFk67Z6ydd4A62eFkX' +
    'zN6XuWYK3QYgLe0iniKpxzW/1jFv5m/HLkwCBt+i1rFcWmnYe0kJyXdFE0RdYTWpdaqFmqm5ZTgAE9H7Y5HCklX9eEo7kbnnTCZjzk1AwHy+nubkUp4Ps2Mv' +
    'lDjZyWgvlKj4/UYRJX7B7Udc49Zg7i2xKvqwAiueSHiGs0DeFIL9yv5Bs7/UpBKw4J25jMGvXVN+VeJf0zRrOLehLL2caCe6cfeL7ow6D1IVBJGw8m3pEiM+' +
    'Ok7TCeu6oKng/8orWSHuuYk8M4KeiJhwzCojxLnQ66Muo72sTSI7yMRMHo0Dl/kydzV4OwCfDrg3QiYh3HHtAX0DXHYKoVppgUuW4wR/qTyc3mFchvW0Miql' +
    'QiVTTQ0uLePM/MxLC6wqV/CgbQS8eNc38tH3ZvWnlTy839qFUhO31bzooyjTj18Y2wlCRP5XElMxf6fuSjJPQz/8OdlRs/qOekvun3i7xoKfXANQAv4obCRa' +
    'tobta/fXCsSYij/gEPrGX+NppFdJyyuE5Tfen/NjIFQPmqqMmzRbxHazHVdL15KRAK1HId5NJ98bBVixhUa352dk35BOWJevV6G9TcQzpiVt/fY5mPPx4Fgz' +
    '4grPJvV/2daQMAtNid9CkGjQHLzPiT7jzEKgRneOGBtnJlx26YGkxIKZHaFwj3KU5uKuYvxEGHCV4bC2BEX4JVqTtH9enPS+hNpx552VgrCb+DXvWR9h4kMy' +
    'WYVdLeMujY+/D5WzDzgHrVtuTpNO3zzUmQ6QU+JZXEGFfQ'
)

/**
 * The random word of each byte value, from boxo (`chunker/buzhash.go`, `bytehash`). The words determine the chunk
 * boundaries.
 */
export const BUZHASH_TABLE = Uint32Array.from(
  { length: 256 },
  (_, i) => new DataView(WORDS.buffer, WORDS.byteOffset).getUint32(i * 4)
)
