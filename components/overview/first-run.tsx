import type { ReactNode } from 'react'
import { LazyActionButton } from '#components/shared/form/lazy-action-button.tsx'
import { DisabledAction, Permitted } from '#components/ui/disabled-action.tsx'
import { Check, ChevronRight } from '#components/ui/icons.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { quietLink } from '#components/ui/looks.ts'
import type { FirstSteps } from '#lib/domain/overview/schema.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { missingPermission, type Permission } from '#lib/values/permissions.ts'
import { LazyFirstKey, LazyKeyCommand, LazyKeyStep } from './lazy-first-key.tsx'
import { FIRST_REFUND, stepCommands } from './step-commands.ts'

const STEPS = {
  has_key: 'Create a test key',
  ordered: 'Create a test order',
  captured: 'Pay it on the checkout page',
  refunded: 'Refund part of the payment',
  delivered: 'Receive a webhook',
} as const
export type StepName = keyof typeof STEPS

export const STEP_NAMES = Object.keys(STEPS) as StepName[]

type Step<Result = unknown> = { action: FormAction<Result>; initial: FormState<Result> }

type FirstRunProps = {
  steps: FirstSteps
  /** The permission that each step takes. */
  needs: Record<StepName, Permission>
  permissions: ReadonlySet<Permission>
  baseUrl: string
  currency: string
  forms: { key: Step<{ id: string; secret: string }>; order: Step; refund: Step }
  /** Whether the steps are unfolded at first. */
  open: boolean
  dismiss: () => Promise<void>
}

/** How many of some steps have been taken; of all five without any. */
export function stepsTaken(steps: FirstSteps, names: readonly StepName[] = STEP_NAMES): number {
  return names.filter((name) => steps[name]).length
}

/** The steps that these permissions can take. */
export function stepsOf({ needs, permissions }: Pick<FirstRunProps, 'needs' | 'permissions'>): StepName[] {
  return STEP_NAMES.filter((name) => permissions.has(needs[name]))
}

/**
 * Five steps in test mode, from a key to a webhook, that the account itself ticks off. Each is a button for who works in the
 * dashboard and a command for who works with the API.
 */
export function FirstRun(props: FirstRunProps) {
  const { steps, needs, permissions, baseUrl, currency, forms, open, dismiss } = props
  const commands = stepCommands(baseUrl, currency, steps)
  return (
    <LazyFirstKey {...forms.key} keyId={steps.key_id}>
      <Checklist
        title="Your first payment"
        lead={`${stepsTaken(steps)} of ${STEP_NAMES.length} done. In test mode, no real money moves.`}
        open={open}
        dismiss={dismiss}
      >
        <ChecklistItems>
          {STEP_NAMES.map((name) => (
            <Item key={name} done={steps[name]} title={STEPS[name]}>
              {(name === 'has_key' || !steps[name]) &&
                HOW[name]({ ...props, commands, allowed: permissions.has(needs[name]) })}
            </Item>
          ))}
        </ChecklistItems>
      </Checklist>
    </LazyFirstKey>
  )
}

type HowProps = FirstRunProps & { allowed: boolean; commands: ReturnType<typeof stepCommands> }

/** How each step is taken: in the dashboard, and with a key. */
const HOW: Record<StepName, (props: HowProps) => ReactNode> = {
  has_key: ({ steps: { has_key, key_id, called }, needs, allowed, commands }) => {
    // Who may not see keys learns that there is one, and no more.
    if (has_key && key_id === null) return null
    if (!has_key && !allowed)
      return (
        <p>
          <DisabledAction reason={missingPermission(needs.has_key)}>Create test key</DisabledAction>
        </p>
      )
    return (
      <>
        <LazyKeyStep keyId={key_id} />
        {!called && <LazyKeyCommand label="list orders" code={commands.call} keyId={key_id} />}
      </>
    )
  },
  ordered: ({ steps, needs, allowed, commands, forms }) => (
    <>
      <div>
        <Permitted allowed={allowed} permission={needs.ordered} label="Create test order">
          <LazyActionButton
            {...forms.order}
            hidden={{}}
            variant={steps.has_key ? 'primary' : 'default'}
            pendingText="Creating…"
          >
            Create test order
          </LazyActionButton>
        </Permitted>
      </div>
      <LazyKeyCommand label="create an order" code={commands.order} keyId={steps.key_id} />
    </>
  ),
  captured: ({ steps: { order_id, key_id }, commands }) => {
    if (order_id === null) return <p>Create the order first.</p>
    return (
      <>
        <p>
          The checkout page opens in a new tab and offers test cards for every outcome. This page continues
          when the payment is captured.
        </p>
        <p>
          <LinkButton href={`/checkout/${order_id}`} target="_blank" variant="primary" prefetch={false}>
            Open checkout page
          </LinkButton>
        </p>
        <LazyKeyCommand label="pay the order" code={commands.pay} keyId={key_id} />
      </>
    )
  },
  refunded: ({ steps: { payment_id, key_id }, needs, allowed, commands, currency, forms }) => {
    if (payment_id === null) return <p>Pay the order first.</p>
    const label = `Refund ${formatMoney(FIRST_REFUND, currency)}`
    return (
      <>
        <div>
          <Permitted allowed={allowed} permission={needs.refunded} label={label}>
            <LazyActionButton
              {...forms.refund}
              hidden={{ id: payment_id }}
              variant="primary"
              pendingText="Refunding…"
            >
              {label}
            </LazyActionButton>
          </Permitted>
        </div>
        <LazyKeyCommand label="refund" code={commands.refund} keyId={key_id} />
      </>
    )
  },
  delivered: ({ steps, needs, allowed, commands }) => {
    const { webhook_id, payment_id, key_id } = steps
    const [label, href, text] =
      webhook_id === null
        ? ['Create webhook', '/webhooks/new', NO_WEBHOOK]
        : ['Send event', `/webhooks/${webhook_id}/send`, NO_DELIVERY]
    return (
      <>
        <p>{text}</p>
        <p>
          <Permitted allowed={allowed} permission={needs.delivered} label={label}>
            <LinkButton href={href}>{label}</LinkButton>
          </Permitted>
        </p>
        {webhook_id === null && (
          <LazyKeyCommand label="create a webhook" code={commands.webhook} keyId={key_id} />
        )}
        {webhook_id !== null && payment_id !== null && (
          <LazyKeyCommand label="cause an event" code={commands.refund} keyId={key_id} />
        )}
        <p>
          <a href="/docs/guides/webhooks" className="link">
            How to verify deliveries
          </a>
        </p>
      </>
    )
  },
}

const NO_WEBHOOK =
  'Enter the URL of an endpoint that returns a 2xx status code. In test mode, it can run on your own machine.'
const NO_DELIVERY = 'The next event is sent to your endpoint. Send one now, or refund the payment again.'

type ChecklistProps = {
  title: string
  lead: string
  open: boolean
  dismiss: () => Promise<void>
  children: ReactNode
}

/** A list of steps that can be folded, and put away. */
export function Checklist({ title, lead, open, dismiss, children }: ChecklistProps) {
  return (
    <details open={open} className="group mb-5 rounded-control border border-line px-4 py-3">
      <summary className="flex flex-wrap items-center gap-x-2.5">
        <ChevronRight
          aria-hidden="true"
          className="-ml-1 size-4 text-ink-3 group-open:rotate-90 motion-safe:transition-transform"
        />
        <h2 className="text-lead font-semibold">{title}</h2>
        <span className="text-ink-2">{lead}</span>
      </summary>
      <div className="mt-1 mb-4 flex max-w-180 flex-wrap items-baseline justify-between gap-x-4">
        <a href="/docs" className="link">
          Documentation
        </a>
        <form action={dismiss}>
          <button type="submit" className={quietLink}>
            Dismiss
          </button>
        </form>
      </div>
      {children}
    </details>
  )
}

export function ChecklistItems({ children }: { children: ReactNode }) {
  return <ol className="max-w-180 border-t border-line *:last:border-b-0">{children}</ol>
}

type ItemProps = {
  done: boolean
  title: string
  /** `h2` where the page has no heading of the list. */
  heading?: 'h2' | 'h3'
  children: ReactNode
}

export function Item({ done, title, heading: Heading = 'h3', children }: ItemProps) {
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-2.5 border-b border-line py-3.5">
      <span
        className={`mt-0.5 grid size-4.5 place-items-center rounded-full border-[1.5px] ${done ? 'border-accent bg-accent text-accent-ink' : 'border-edge'}`}
      >
        {done && <Check aria-hidden="true" className="size-3" strokeWidth={3} />}
      </span>
      <div className="min-w-0">
        <Heading className="font-[580]">
          {title}
          {done && <span className="sr-only">, done</span>}
        </Heading>
        {children && <div className="mt-1.5 grid gap-2.5 text-ink-2">{children}</div>}
      </div>
    </li>
  )
}
