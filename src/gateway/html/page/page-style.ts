import { ENTRY_ICONS } from './entry-icons.ts'
import { PAGE_TOKENS } from './page-tokens.ts'

/** Style of the gateway's own pages: the colors of the application, light and dark, for wide and narrow screens. */
export const PAGE_STYLE = `
:root{${PAGE_TOKENS}}
*{box-sizing:border-box}
body{margin:0;padding:clamp(1rem,4vw,3rem) clamp(.75rem,3vw,2rem);background:var(--paper);color:var(--ink);
font:1rem/1.5 var(--text)}
main{max-width:60rem;margin-inline:auto}
h1{margin:.15rem 0 .3rem;font-size:clamp(1.3rem,4vw,1.75rem);line-height:1.25;letter-spacing:-.02em;
overflow-wrap:anywhere}
a{color:var(--water);text-underline-offset:.18em;text-decoration-thickness:1px}
a:hover{text-decoration-thickness:2px}
:focus-visible{outline:3px solid var(--water);outline-offset:2px;border-radius:3px}
code,.cid,pre{font-family:var(--mono);font-size:var(--size-s)}
.crumbs{color:var(--soft-ink);font-size:var(--size-m);overflow-wrap:anywhere}
:is(.crumbs,.list,.tools) a{text-decoration:none}
:is(.crumbs,.list,.tools) a:is(:hover,:focus){text-decoration:underline}
.crumbs a{margin-inline:.2em}
.crumbs.long a:first-of-type{display:inline-block;max-width:14ch;overflow:hidden;text-overflow:ellipsis;
white-space:nowrap;vertical-align:bottom}
.facts{margin:0 0 1.2rem;color:var(--soft-ink);font-size:var(--size-m);overflow-wrap:anywhere}
.sheet{padding:0 clamp(.75rem,2vw,1.25rem);background:var(--sheet);border:1px solid var(--line);
border-radius:var(--round)}
ul.list{--end:1.5rem;margin:0;padding-block:.25rem;list-style:none}
.list li{display:grid;grid-template-columns:1.4rem minmax(0,1fr) 9.5rem 5.5rem var(--end);gap:.1rem .8rem;
align-items:baseline;padding:.6rem 0;border-top:1px solid var(--line);content-visibility:auto;
contain-intrinsic-size:auto 1.5rem}
.list li:first-child{border-top:0}
.list li.up{grid-template-columns:1fr}
.up a::before{content:'↑ '}
.name,.up a{overflow-wrap:anywhere;font-weight:500}
.list .cid{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.list .cid a{color:var(--soft-ink);user-select:all}
${ENTRY_ICONS}
.list .name{justify-self:start}
.save{text-align:end;white-space:nowrap}
.save a+a{margin-inline-start:.8rem}
ul.viewed{--end:5.5rem}
.tools{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.3rem 1.5rem;margin:-.6rem 0 .8rem;
color:var(--soft-ink);font-size:var(--size-m)}
.tools form{display:flex;flex-wrap:wrap;align-items:baseline;gap:.3rem .6rem;margin:0}
.tools input,.tools button{min-width:0;padding:.15rem .5rem;border:1px solid var(--edge);
border-radius:var(--round-small);background:var(--sheet);color:var(--ink);font:inherit}
.tools button{cursor:pointer}
.tools [aria-current]{color:var(--ink);font-weight:600}
.list li:hover{background:linear-gradient(var(--wash),var(--wash)) 50%/calc(100% + 1rem) 100% no-repeat}
.size{text-align:end;color:var(--soft-ink);font-variant-numeric:tabular-nums;white-space:nowrap}
.empty{margin:0;padding:1.1rem 0;color:var(--soft-ink)}
pre{margin:0;padding:1rem 0;overflow-x:auto;line-height:1.55}
.bad h1{color:var(--bad)}
.message{padding-block:1rem;overflow-wrap:anywhere}
.message p{margin:0}
.message+.sheet,.sheet+.ways{margin-top:1rem}
.list li.source{grid-template-columns:minmax(0,1fr) 9rem minmax(0,1.4fr)}
.role,.said{color:var(--soft-ink);font-size:var(--size-m);overflow-wrap:anywhere}
.source.failed .said{color:var(--bad)}
.progress{margin:1rem 0;font-variant-numeric:tabular-nums}
.state:has(~.state),.ways:has(~.state .main){display:none}
.ways{display:flex;flex-wrap:wrap;gap:.6rem;margin:1.2rem 0 0}
.ways a{padding:.375rem .75rem;border:1px solid var(--edge);font-size:var(--size-m);font-weight:500;
border-radius:var(--round-small);background:var(--sheet);text-decoration:none}
.ways a:hover{border-color:var(--water)}
.ways a.main{background:var(--water);border-color:var(--water);color:var(--on-water);font-weight:500}
@media (max-width:36rem){.list li{grid-template-columns:1.4rem minmax(0,1fr) auto var(--end);padding:.7rem 0;
contain-intrinsic-size:auto 3.1rem}li:not(.source) .name{grid-column:2/-1}.list .cid{grid-column:2}
.list li.source{grid-template-columns:minmax(0,1fr)}}
.crumbs,.cid,.size{direction:ltr;unicode-bidi:isolate}.crumbs{text-align:match-parent}
@media (forced-colors:active){.icon,.icon.folder{background:CanvasText}.ways a.main{forced-color-adjust:none;
background:Highlight;color:HighlightText}}
`.replaceAll('\n', '')
