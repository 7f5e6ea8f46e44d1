/** Design tokens of the app (src/ui/styles/tokens.css), written by `npm run docs`. */
export const PAGE_TOKENS = [
  'color-scheme:light dark',
  '--paper:light-dark(#f4f2ec,#12181a)',
  '--sheet:light-dark(#fdfcf9,#1a2224)',
  '--ink:light-dark(#1e2a2c,#e6ece9)',
  '--soft-ink:light-dark(#54625f,#a3b2af)',
  '--line:light-dark(#dcd7ca,#2d3a3c)',
  '--edge:light-dark(#857f70,#74858a)',
  '--water:light-dark(#0b655e,#79d3c5)',
  '--on-water:light-dark(#ffffff,#06211d)',
  '--wash:light-dark(#e3eeea,#1d302f)',
  '--bad:light-dark(#9d2626,#ffa198)',
  '--round:12px',
  '--round-small:8px',
  '--size-s:0.8125rem',
  '--size-m:0.875rem',
  "--text:ui-sans-serif,system-ui,'Segoe UI','Helvetica Neue','Noto Sans',sans-serif",
  "--mono:ui-monospace,'SF Mono','Cascadia Mono','DejaVu Sans Mono',monospace"
].join(';')
