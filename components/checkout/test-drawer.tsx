import { ChevronDown } from 'lucide-react'
import { chip } from '#components/ui/looks.ts'
import type { Scenario } from './pay-state.ts'

type TestDrawerProps = {
  /** The words on the closed drawer. */
  invitation: string
  action: string
  scenarios: Scenario[]
  /** The address that fills the form in on the server, for when there is no script. */
  hrefs: Record<string, string>
}

/** Test mode only: the published instruments, by what happens with them. A press fills the form in (script/fill-in.ts). */
export function TestDrawer({ invitation, action, scenarios, hrefs }: TestDrawerProps) {
  return (
    <details id="test-drawer" lang="en" className="group mt-3 text-small">
      <summary className="flex items-center gap-1.5 py-1 text-ink-2">
        <span>
          Test mode: {invitation} <span className="link">{action}</span>
        </span>
        <ChevronDown aria-hidden="true" className="size-3.5 flex-none group-open:rotate-180" />
      </summary>
      <ul className="mt-1 border-t border-line">
        {scenarios.map((scenario) => (
          <li key={scenario.sentence} className="border-b border-line py-2.5">
            <p>{scenario.sentence}</p>
            {scenario.next && <p className="text-ink-2">{scenario.next}</p>}
            <p className="mt-1.5 flex flex-wrap gap-1.5">
              {scenario.presets.map((preset) => (
                <a
                  key={preset.id}
                  href={hrefs[preset.id]}
                  className={`${chip} num`}
                  data-fill={JSON.stringify(preset.fields)}
                >
                  {preset.label}
                </a>
              ))}
            </p>
            <p className="mt-1.5 text-ink-3 [overflow-wrap:anywhere]">
              <span className="mono">{scenario.outcome}</span>, webhooks{' '}
              <span className="mono">{scenario.events.join(', ')}</span>
            </p>
          </li>
        ))}
      </ul>
    </details>
  )
}
