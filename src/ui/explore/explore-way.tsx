import { pathParts } from '../lib/links/mfs-path.ts'
import { exploreLink } from '../lib/links/section.ts'
import { rich } from '../lib/text/rich.ts'
import { t } from '../lib/text/t.ts'
import { Cid } from '../page/text/cid.tsx'
import { Name } from '../page/text/name.tsx'

/** Path of the explored content, with a link to the content that it is a part of. */
export function ExploreWay ({ path, of }: { path: string; of?: string }) {
  const [namespace, root, ...names] = pathParts(path)
  const isBlock = of != null && of !== path

  // The title already shows it.
  if (names.length === 0 && !isBlock) {
    return null
  }

  return (
    <nav aria-label={t('Path')} class='explore-way'>
      <ol class='way'>
        {isBlock && (
          <li>
            <a href={exploreLink(of)}>
              {rich(t('Back to {name}'), {
                name: pathParts(of).length > 2
                  ? <Name of={pathParts(of).at(-1)!} />
                  : <Cid id={pathParts(of).at(-1) ?? ''} />
              })}
            </a>
          </li>
        )}
        {[root ?? '', ...names].map((name, i) => {
          const words = i === 0 && namespace === 'ipfs' ? <Cid id={name} /> : <Name of={name} />
          return (
            <li key={`${i} ${name}`}>
              {i < names.length
                ? <a href={exploreLink(`/${[namespace, root, ...names.slice(0, i)].join('/')}`)}>{words}</a>
                : <span aria-current='location'>{words}</span>}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
