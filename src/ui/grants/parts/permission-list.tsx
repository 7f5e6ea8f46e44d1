/** The permissions of a site, one a line. */
export function PermissionList ({ of }: { of: readonly string[] }) {
  return (
    <ul class='permissions'>
      {of.map((permission) => <li key={permission}>{permission}</li>)}
    </ul>
  )
}
