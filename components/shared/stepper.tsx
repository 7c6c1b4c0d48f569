import type { ReactNode } from 'react'
import { Check, X } from '#components/ui/icons.tsx'

export type Step = {
  label: string
  /** Under it: when, how often. */
  note?: ReactNode
  state: 'done' | 'now' | 'ahead' | 'failed'
}

const MARKS = {
  done: 'border-accent bg-accent text-accent-ink',
  now: 'border-accent bg-surface',
  ahead: 'border-line-strong bg-surface',
  failed: 'border-bad bg-bad text-surface',
}
const WORDS = { done: 'done', now: 'current step', ahead: 'ahead', failed: 'failed step' }

/** The states of a process, from left to right: past, current and future. */
export function Stepper({ label, steps }: { label: string; steps: Step[] }) {
  return (
    <ol aria-label={label} className="mt-5 grid auto-cols-fr grid-flow-col">
      {steps.map((step, at) => (
        <li
          key={step.label}
          aria-current={step.state === 'now' || step.state === 'failed' ? 'step' : undefined}
          className="min-w-0"
        >
          <span className="flex items-center">
            <span
              className={`grid size-4.5 flex-none place-items-center rounded-full border-[1.5px] ${MARKS[step.state]}`}
            >
              <Mark state={step.state} />
            </span>
            {at < steps.length - 1 && (
              <span
                className={`h-px flex-1 ${steps[at + 1]?.state === 'ahead' ? 'bg-line-strong' : 'bg-accent'}`}
              />
            )}
          </span>
          <span
            className={`mt-1.5 block pr-3 text-table ${step.state === 'ahead' ? 'text-ink-3' : 'font-[580]'}`}
          >
            {step.label}
            <span className="sr-only">, {WORDS[step.state]}</span>
          </span>
          {step.note && <span className="num block pr-1 text-small text-ink-2">{step.note}</span>}
        </li>
      ))}
    </ol>
  )
}

function Mark({ state }: { state: Step['state'] }) {
  if (state === 'done') return <Check aria-hidden="true" className="size-3" strokeWidth={3} />
  if (state === 'failed') return <X aria-hidden="true" className="size-3" strokeWidth={3} />
  return state === 'now' ? <span className="size-2 rounded-full bg-accent" /> : null
}
