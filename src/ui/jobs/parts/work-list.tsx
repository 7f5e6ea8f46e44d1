import { FetchList } from './fetch-list.tsx'
import { JobList } from './job-list.tsx'
import { UploadList } from './upload-list.tsx'

/**
 * Uploads, fetches and jobs with their progress and results.
 *
 * @param said - the title of the list, which a group does not repeat
 */
export function WorkList ({ said }: { said: string }) {
  return (
    <>
      <UploadList said={said} />
      <FetchList said={said} />
      <JobList said={said} />
    </>
  )
}
