import { createContext } from 'preact'
import type { ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import type { MarkdownElement, MarkdownNode } from '../../lib/background/markdown-node.ts'
import { contentHref } from '../../lib/links/content-href.ts'
import { exploreLink } from '../../lib/links/section.ts'
import { shownName } from '../../lib/text/shown-name.ts'
import { t } from '../../lib/text/t.ts'
import { headingName } from '../lib/heading-name.ts'
import { linkTarget } from '../lib/link-target.ts'

/** Heading elements of the page: headings of the content are below the title of its section. */
const HEADINGS = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const

/** Elements of HTML that only hold the parts of an element of Markdown. */
const PLAIN: Partial<
  Record<MarkdownElement['is'], 'p' | 'em' | 'strong' | 'del' | 'code' | 'blockquote' | 'ul' | 'tr'>
> = {
  paragraph: 'p',
  emphasis: 'em',
  strong: 'strong',
  delete: 'del',
  code: 'code',
  quote: 'blockquote',
  list: 'ul',
  row: 'tr'
}

/** Returns the page's URL for a content path in a document. The default explores it. */
export const LinkToContent = createContext<(path: string) => string>(exploreLink)

/** Renders the elements of a Markdown text. Each becomes an element created here: content is never parsed as HTML. */
export function MarkdownBlocks ({ blocks, path }: { blocks: readonly MarkdownNode[]; path: string }) {
  return <>{blocks.map((node, i) => drawn(node, i, path))}</>
}

function drawn (node: MarkdownNode, key: number, path: string): ComponentChildren {
  if (typeof node === 'string') {
    return node
  }

  const { is, number = 1, checked, align } = node
  const parts = is === 'image' || is === 'link' ? [] : node.parts.map((part, i) => drawn(part, i, path))
  const Plain = PLAIN[is]

  if (Plain != null) {
    return <Plain key={key}>{parts}</Plain>
  }

  switch (is) {
    case 'heading': {
      const Heading = HEADINGS[number - 1] ?? 'h6'
      return <Heading key={key} tabIndex={-1} data-name={headingName(node)}>{parts}</Heading>
    }
    case 'codeBlock':
      return <pre key={key} class='code' tabIndex={0}>{parts}</pre>
    case 'break':
      return <br key={key} />
    case 'rule':
      return <hr key={key} />
    case 'numbered':
      return <ol key={key} start={number}>{parts}</ol>
    case 'item':
      return (
        <li key={key}>
          {checked != null && <TaskMark isDone={checked} />}
          {parts}
        </li>
      )
    case 'table':
      return <Table key={key} table={node} path={path} />
    case 'cell':
      return <td key={key} data-align={align}>{parts}</td>
    case 'note':
      return <div key={key} class='note'>{parts}</div>
    case 'noteMark':
      return <sup key={key}>[{parts}]</sup>
    case 'link':
      return <Link key={key} link={node} path={path} />
    case 'image':
      return <Picture key={key} image={node} path={path} />
    default:
      return parts
  }
}

function TaskMark ({ isDone }: { isDone: boolean }) {
  return <input type='checkbox' checked={isDone} disabled aria-label={isDone ? t('Done') : t('To do')} />
}

function Table ({ table: { parts: [head, ...rows] }, path }: { table: MarkdownElement; path: string }) {
  return (
    <div class='wide-table' tabIndex={0} role='group' aria-label={t('Table')}>
      <table>
        {typeof head === 'object' && (
          <thead>
            <tr>
              {head.parts.map((cell, i) =>
                typeof cell === 'object' && (
                  <th key={i} scope='col' data-align={cell.align}>
                    <MarkdownBlocks blocks={cell.parts} path={path} />
                  </th>
                )
              )}
            </tr>
          </thead>
        )}
        <tbody>
          <MarkdownBlocks blocks={rows} path={path} />
        </tbody>
      </table>
    </div>
  )
}

function Link ({ link: { parts, url = '' }, path }: { link: MarkdownElement; path: string }) {
  const linkTo = useContext(LinkToContent)
  const target = linkTarget(url, path)
  const words = <MarkdownBlocks blocks={parts} path={path} />

  switch (target.is) {
    case 'own':
    case 'content':
      return <a href={linkTo(target.path)}>{words}</a>
    case 'heading':
      return (
        <a
          href={linkTo(path)}
          onClick={(event) => {
            event.preventDefault()
            goTo(event.currentTarget, target.name)
          }}
        >
          {words}
        </a>
      )
    case 'web':
      return <a href={target.url} target='_blank' rel='noopener noreferrer' title={shownName(target.host)}>{words}</a>
    case 'none':
      return <span title={t('This link does not work here: {url}', { url: shownName(url) })}>{words}</span>
  }
}

/**
 * Renders an image only if it lies within the content itself: an external image would reveal that this text is being
 * read.
 */
function Picture ({ image: { parts, url = '' }, path }: { image: MarkdownElement; path: string }) {
  const linkTo = useContext(LinkToContent)
  const target = linkTarget(url, path)
  const words = parts.join('')

  switch (target.is) {
    case 'own':
      return <img src={contentHref(target.path)} alt={words} loading='lazy' />
    case 'content':
      return <a href={linkTo(target.path)}>{t('{name} (other content)', { name: words || t('Image') })}</a>
    case 'web':
      return (
        <a href={target.url} target='_blank' rel='noopener noreferrer'>
          {words || t('Image')} ({shownName(target.host)})
        </a>
      )
    default:
      return <span>{t('{name} (hidden)', { name: words || t('Image') })}</span>
  }
}

/** Scrolls to a heading. The fragment of the page's URL selects the section, so it cannot be used. */
function goTo (link: HTMLElement, name: string): void {
  const headings = [...link.closest('.markdown')?.querySelectorAll<HTMLElement>('[data-name]') ?? []]
  headings.find(({ dataset }) => dataset.name === name)?.focus()
}
