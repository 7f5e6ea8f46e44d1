import { queryParam } from '../request/query-param.ts'
import type { Resolved } from '../request/request.ts'
import { setContentDisposition } from '../response/content-disposition.ts'

/**
 * Sets `Content-Disposition` of a deserialized answer if the query has `filename` or `download=true`. With
 * `download=true` it is always `attachment` (specs.ipfs.tech/http-gateways/path-gateway, "download"). Kubo ignores the
 * parameter without `filename`.
 *
 * @param name - the file name if the query has none; may be empty
 */
export function setWebDisposition (rq: Pick<Resolved, 'query' | 'headers'>, name: string): void {
  const filename = queryParam(rq, 'filename')
  const isDownload = queryParam(rq, 'download') === 'true'

  if (isDownload || filename !== '') {
    setContentDisposition(rq.headers, filename === '' ? name : filename, isDownload ? 'attachment' : 'inline')
  }
}
