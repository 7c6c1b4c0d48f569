import type { ReactNode } from 'react'
import { navGroup, navLink } from '#components/app-shell/looks.ts'
import { Method } from './method.tsx'

export type NavProps = {
  here: string
  guides: { name: string; title: string }[]
  resources: { name: string; title: string; operations: { id: string; method: string; title: string }[] }[]
}

/** Everything that there is to read; of the resource that is open also its operations. */
export function DocsNav({ here, guides, resources }: NavProps) {
  return (
    <>
      <ul className="grid gap-px">
        <Item href="/docs" here={here}>
          Start
        </Item>
      </ul>
      <p className={navGroup}>Guides</p>
      <ul className="grid gap-px">
        {guides.map(({ name, title }) => (
          <Item key={name} href={`/docs/guides/${name}`} here={here}>
            {title}
          </Item>
        ))}
      </ul>
      <p className={navGroup}>Reference</p>
      <ul className="grid gap-px">
        {resources.map(({ name, title, operations }) => {
          const href = `/docs/reference/${name}`
          return (
            <Item
              key={name}
              href={href}
              here={here}
              below={
                (here === href || here.startsWith(`${href}/`)) && (
                  <ul className="mb-1 ml-2 grid gap-px border-l border-line pl-1">
                    {operations.map(({ id, method, title: what }) => (
                      <Item key={id} href={`${href}/${id}`} here={here}>
                        <Method method={method} />
                        <span className="min-w-0">{what}</span>
                      </Item>
                    ))}
                  </ul>
                )
              }
            >
              {title}
            </Item>
          )
        })}
        <Item href="/docs/errors" here={here}>
          Errors
        </Item>
        <Item href="/docs/events" here={here}>
          Event catalogue
        </Item>
        <Item href="/docs/accessibility" here={here}>
          Accessibility
        </Item>
      </ul>
    </>
  )
}

const LINK = `${navLink} text-table`

type ItemProps = { href: string; here: string; below?: ReactNode; children: ReactNode }

function Item({ href, here, below, children }: ItemProps) {
  return (
    <li>
      <a href={href} className={LINK} aria-current={here === href ? 'page' : undefined}>
        {children}
      </a>
      {below}
    </li>
  )
}
