/**
 * The rules of the example list of the specification (specs.ipfs.tech/compact-denylist-format), and of the list that it
 * names as a test fixture (nopfs, `tester/test.deny`), with what they block.
 */
const GROUPS: ReadonlyArray<{ rules: string[]; blocked?: string[]; allowed?: string[]; notByPath?: string[] }> = [
  {
    rules: ['/ipfs/bafybeihvvulpp4evxj7x7armbqcyg6uezzuig6jp3lktpbovlqfkuqeuoq'],
    blocked: [
      '/ipfs/bafybeihvvulpp4evxj7x7armbqcyg6uezzuig6jp3lktpbovlqfkuqeuoq',
      '/ipfs/bafkreihvvulpp4evxj7x7armbqcyg6uezzuig6jp3lktpbovlqfkuqeuoq',
      '/ipfs/QmesfgDQ3q6prBy2Kg2gKbW4MAGuWiRP2DVuGA5MZSERLo'
    ],
    // The rule does not match them, but their root is blocked: see the warning in the specification.
    notByPath: [
      '/ipfs/bafybeihvvulpp4evxj7x7armbqcyg6uezzuig6jp3lktpbovlqfkuqeuoq/sub2',
      '/ipfs/QmesfgDQ3q6prBy2Kg2gKbW4MAGuWiRP2DVuGA5MZSERLo/sub4'
    ]
  },
  {
    rules: ['/ipfs/QmdWFA9FL52hx3j9EJZPQP1ZUH8Ygi5tLCX2cRDs6knSf8/*'],
    blocked: ['', '/a/b', '/z/', '/z'].map((path) => `/ipfs/QmdWFA9FL52hx3j9EJZPQP1ZUH8Ygi5tLCX2cRDs6knSf8${path}`)
  },
  {
    rules: ['/ipfs/Qmah2YDTfrox4watLCr3YgKyBwvjq8FJZEFdWY6WtJ3Xt2/test*'],
    blocked: ['/test', '/test2', '/test/one'].map(
      (path) => `/ipfs/Qmah2YDTfrox4watLCr3YgKyBwvjq8FJZEFdWY6WtJ3Xt2${path}`
    ),
    allowed: ['/tes', '', '/one/test'].map((path) => `/ipfs/Qmah2YDTfrox4watLCr3YgKyBwvjq8FJZEFdWY6WtJ3Xt2${path}`)
  },
  {
    rules: ['/ipfs/QmTuvSQbEDR3sarFAN9kAeXBpiBCyYYNxdxciazBba11eC/test/*'],
    blocked: ['/test', '/test2', '/test/one'].map(
      (path) => `/ipfs/QmTuvSQbEDR3sarFAN9kAeXBpiBCyYYNxdxciazBba11eC${path}`
    ),
    allowed: ['/tes', '', '/one/test'].map((path) => `/ipfs/QmTuvSQbEDR3sarFAN9kAeXBpiBCyYYNxdxciazBba11eC${path}`)
  },
  {
    rules: [
      '/ipfs/QmUboz9UsQBDeS6Tug1U8jgoFkgYxyYood9NDyVURAY9pK/blocked*',
      '!/ipfs/QmUboz9UsQBDeS6Tug1U8jgoFkgYxyYood9NDyVURAY9pK/blockednot',
      '!/ipfs/QmUboz9UsQBDeS6Tug1U8jgoFkgYxyYood9NDyVURAY9pK/blocked/not',
      '!/ipfs/QmUboz9UsQBDeS6Tug1U8jgoFkgYxyYood9NDyVURAY9pK/blocked/exceptions*'
    ],
    blocked: ['/blocked', '/blocked2'].map(
      (path) => `/ipfs/QmUboz9UsQBDeS6Tug1U8jgoFkgYxyYood9NDyVURAY9pK${path}`
    ),
    allowed: [
      '/blockednot',
      '/blocked/not',
      '/blocked/exceptions',
      '/blocked/exceptions2',
      '/blocked/exceptions/one'
    ].map((path) => `/ipfs/QmUboz9UsQBDeS6Tug1U8jgoFkgYxyYood9NDyVURAY9pK${path}`)
  },
  {
    rules: ['/ipns/domain.example'],
    blocked: ['/ipns/domain.example', '/ipns/domain-example'],
    allowed: ['/ipns/domainaefa.example', '/ipns/domain.example/path', '/ipns/domain--example']
  },
  {
    rules: ['/ipns/domain2.example/path'],
    blocked: ['/ipns/domain2.example/path'],
    allowed: ['/ipns/domain2.example', '/ipns/domain2.example/path2']
  },
  {
    rules: ['/ipns/k51qzi5uqu5dhmzyv3zac033i7rl9hkgczxyl81lwoukda2htteop7d3x0y1mf'],
    blocked: [
      '/ipns/k51qzi5uqu5dhmzyv3zac033i7rl9hkgczxyl81lwoukda2htteop7d3x0y1mf',
      '/ipns/bafzaajaiaejcaotjfs57kieazxny5japcmy5p2pgv2cic77tu6ogghttvurnrufx',
      '/ipns/12D3KooWDkNqEJNmreF3NYYFK1ws7Ra2fuW6cHBTu567SPV3LdYA'
    ],
    allowed: ['/ipns/12D3KooWDkNqEJNmreF3NYYFK1ws7Ra2fuW6cHBTu567SPV3LdYA/path']
  },
  {
    // older form, of a CID, an IPNS key and a domain name
    rules: [
      '//d9d295bde21f422d471a90f2a37ec53049fdf3e5fa3ee2e8f20e10003da429e7',
      '//6ef262a67f2c7caa9722b0fe46aced2f1559c749eab2bcf2f2701f43f802e900',
      '//fb5a70b1aade810d21e8195a0da05f40ebd099e4b4d6bf088dc604e4fcf34263',
      '//c555c4de78827ba42527dd3dc5398db38d6c0a8c345a88e0158b2d100f317e50'
    ],
    blocked: [
      '/ipfs/bafybeiefwqslmf6zyyrxodaxx4vwqircuxpza5ri45ws3y5a62ypxti42e/',
      '/ipfs/bafybeiefwqslmf6zyyrxodaxx4vwqircuxpza5ri45ws3y5a62ypxti42e',
      '/ipns/k51qzi5uqu5dixwsch9wpd9rolqby1m0uqj5hhxwtxal0dwltastfmh01dlniq',
      '/ipns/bafzaajaiaejca3vrvdzmu4qntwa2pn6apsd4ug5k63ckdyhnd3g6vdvgvujdw62s',
      '/ipns/very-bad-example.eth',
      '/ipns/very-bad-example.eth/',
      '/ipns/bad-domain-name.tld'
    ]
  },
  {
    // older form, of a path
    rules: ['//3f8b9febd851873b3774b937cce126910699ceac56e72e64b866f8e258d09572'],
    blocked: ['/ipfs/bafybeiefwqslmf6zyyrxodaxx4vwqircuxpza5ri45ws3y5a62ypxti42e/path'],
    notByPath: ['/ipfs/bafybeiefwqslmf6zyyrxodaxx4vwqircuxpza5ri45ws3y5a62ypxti42e/path2']
  },
  {
    rules: ['//QmX9dhRcQcKUw3Ws8485T5a9dtjrSCQaUAHnG4iK9i4ceM'],
    blocked: [
      '/ipfs/bafybeidjwik6im54nrpfg7osdvmx7zojl5oaxqel5cmsz46iuelwf5acja',
      '/ipfs/QmVTF1yEejXd9iMgoRTFDxBv7HAz9kuZcQNBzHrceuK9HR'
    ]
  },
  {
    // with BLAKE3
    rules: ['//gW813G35CnLsy7gRYYHuf63hrz71U1xoLFDVeV7actx6oX'],
    blocked: [
      '/ipfs/bafyb4ieqht3b2rssdmc7sjv2cy2gfdilxkfh7623nvndziyqnawkmo266a/path',
      '/ipfs/f01701e20903cf61d46521b05f926ba1634628d0bba8a7ffb5b6d5a3ca310682ca63b5ef0/path'
    ],
    allowed: [
      '/ipfs/bafyb4ieqht3b2rssdmc7sjv2cy2gfdilxkfh7623nvndziyqnawkmo266a/',
      '/ipfs/f01701e20903cf61d46521b05f926ba1634628d0bba8a7ffb5b6d5a3ca310682ca63b5ef0/',
      '/ipfs/bafyb4ieqht3b2rssdmc7sjv2cy2gfdilxkfh7623nvndziyqnawkmo266a/path2'
    ]
  },
  {
    // of names and paths below them
    rules: [
      '//QmX6zeaAb8mC285YbXe4ac7LmX3jvrHBiFrw8kNnCM1bk4',
      '//QmcwfDuZYijxztHVR7w71WtdDaETsrGUU3ARWbNiYD3Hhp',
      '//QmdGtYErkPjfpUPjVMUypoX8XTE9PUTBBF6KE9AwWaBs1e',
      '//QmQouNeftXbxGRt4U8s838diCuMPPHCfpHTR5w8bRREs9d'
    ],
    blocked: [
      '/ipns/my.domain.com',
      '/ipns/my.domain2.com/path',
      '/ipns/k51qzi5uqu5dixwsch9wpd9rolqby1m0uqj5hhxwtxal0dwltastfmh01dabcd',
      '/ipns/k51qzi5uqu5dixwsch9wpd9rolqby1m0uqj5hhxwtxal0dwltastfmh01d1234/mypath',
      '/ipns/bafzaajaiaejca3vrvdzmu4qntwa2pn6apsd4ug5k63ckdyhnd3g6vdvgvujczuoq/mypath'
    ],
    allowed: [
      '/ipns/my.domain2.com/path2',
      '/ipns/k51qzi5uqu5dixwsch9wpd9rolqby1m0uqj5hhxwtxal0dwltastfmh01d1234/mypath2'
    ]
  },
  {
    // empty blocks and directories are never blocked
    rules: safePaths(),
    allowed: safePaths()
  }
]

function safePaths (): string[] {
  return [
    'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn',
    'bafyaabakaieac',
    'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku',
    'bafkqaaa',
    'QmbFMke1KXqnYyBBWxB74N4c5SBnJMVAiMNRcGu6x1AwQH',
    'bafyreigbtj4x7ip5legnfznufuopl4sg4knzc2cof6duas4b3q2fy6swua',
    'baguqeeraiqjw7i2vwntyuekgvulpp2det2kpwt6cd7tx5ayqybqpmhfk76fa'
  ].map((cid) => `/ipfs/${cid}`)
}

/** The list, with a header, comments and empty lines. */
export const VECTOR_LIST = [
  'version: 1',
  'name: Published examples',
  'description: "Rules of the specification"',
  "author: 'nobody'",
  'hints:',
  '  gateway_status: 410',
  '---',
  ...GROUPS.flatMap(({ rules }) => ['', '# a group of rules', ...rules]),
  ''
].join('\n')

export interface DenylistVector {
  path: string
  isBlocked: boolean
  /** whether only the rule of the block at its root blocks it */
  isByRoot?: boolean
}

export const DENYLIST_VECTORS: readonly DenylistVector[] = GROUPS.flatMap((
  { blocked = [], allowed = [], notByPath = [] }
) => [
  ...blocked.map((path) => ({ path, isBlocked: true })),
  ...allowed.map((path) => ({ path, isBlocked: false })),
  ...notByPath.map((path) => ({ path, isBlocked: true, isByRoot: true }))
])
