import type { ComponentChildren } from 'preact'

interface SettingGroupProps {
  id: string
  title: string
  /** explains the group in a sentence */
  about?: string
  children: ComponentChildren
}

/** A group of settings with its title. */
export function SettingGroup ({ id, title, about, children }: SettingGroupProps) {
  return (
    <section class='setting-group' aria-labelledby={`setting-${id}`}>
      <div>
        <h3 id={`setting-${id}`}>{title}</h3>
        {about != null && <p class='facts'>{about}</p>}
      </div>
      <div class='setting-controls'>{children}</div>
    </section>
  )
}
