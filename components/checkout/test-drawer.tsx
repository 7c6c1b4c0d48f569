import { ChevronDown } from '#components/ui/icons.tsx'
import { chip } from '#components/ui/looks.ts'
import { textOf } from '#lib/messages/text.ts'
import type { Language } from '#lib/values/language.ts'
import type { Scenario } from './pay-state.ts'

type TestDrawerProps = {
  language: Language
  /** What the drawer has: "Test cards". Its label is the same open and closed, as the arrow tells these apart. */
  label: string
  scenarios: Scenario[]
  /** The address that fills the form in on the server, for when there is no script. */
  hrefs: Record<string, string>
}

/**
 * Test mode only: the published instruments, by what happens with them. A press fills the form in (script/fill-in.ts). They
 * are described for developers, in English.
 */
export function TestDrawer({ language, label, scenarios, hrefs }: TestDrawerProps) {
  const t = textOf(language)
  return (
    <details id="test-drawer" className="group mt-3 text-small">
      <summary className="flex items-center gap-1.5 py-1 text-ink-2">
        <span>
          {t('test_drawer.note')} <span className="link">{label}</span>
        </span>
        <ChevronDown aria-hidden="true" className="size-3.5 flex-none group-open:rotate-180" />
      </summary>
      <p className="mt-1 mb-2">{t('test_drawer.select')}</p>
      <ul lang="en" className="border-t border-line">
        {scenarios.map((scenario) => (
          <li key={scenario.sentence} className="border-b border-line py-2.5">
            <p>{scenario.sentence}</p>
            {scenario.next && <p className="text-ink-2">{scenario.next}</p>}
            {scenario.presets.length > 0 && (
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
            )}
            <ScenarioResult scenario={scenario} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** What a developer sees of the payment afterwards, under the names of the API. */
function ScenarioResult({ scenario: { statuses, reason, events } }: { scenario: Scenario }) {
  return (
    <p className="mt-1.5 text-ink-3 [overflow-wrap:anywhere]">
      {statuses.length > 0 && (
        <>
          Payment status: <span className="mono">{statuses.join(', then ')}</span>.{' '}
        </>
      )}
      {reason !== undefined && (
        <>
          Error reason: <span className="mono">{reason}</span>.{' '}
        </>
      )}
      Webhooks: <span className="mono">{events.join(', ')}</span>
    </p>
  )
}
