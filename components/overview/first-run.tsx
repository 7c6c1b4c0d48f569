import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { roleWord } from '#components/team/role-labels.ts'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { quietLink } from '#components/ui/looks.ts'
import type { FirstSteps } from '#lib/domain/overview/schema.ts'
import { builtInRolesWith, type Permission } from '#lib/values/permissions.ts'

const STEPS = {
  called: 'Call the API with a key',
  ordered: 'Create an order',
  captured: 'Accept a payment',
  refunded: 'Refund part of the payment',
  delivered: 'Receive a webhook',
} as const
export type StepName = keyof typeof STEPS

export const STEP_NAMES = Object.keys(STEPS) as StepName[]

type FirstRunProps = {
  steps: FirstSteps
  /** The permission that each step takes. */
  needs: Record<StepName, Permission>
  permissions: ReadonlySet<Permission>
  baseUrl: string
  currency: string
  mode: 'test' | 'live'
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
 * Five steps that the account itself ticks off: those that the reader can take, each with how, and who can take the others.
 * Commands need a key, so only who makes keys sees them.
 */
export function FirstRun(props: FirstRunProps) {
  const { steps, needs, mode, dismiss } = props
  const own = stepsOf(props)
  const others = STEP_NAMES.filter((name) => !own.includes(name))
  return (
    <section aria-labelledby="first" className="max-w-180">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="first" className="text-lead font-semibold">
          {own.length === 0 ? 'First steps' : `First ${own.length} steps`}
        </h2>
        <form action={dismiss}>
          <button type="submit" className={quietLink}>
            Dismiss
          </button>
        </form>
      </div>
      <p className="mb-4 text-ink-2">
        {own.length > 0 && `${stepsTaken(steps, own)} of ${own.length} done. `}
        {mode === 'test' ? 'In test mode, no real money moves.' : 'In live mode, payments move real money.'}{' '}
        {own.includes('called') && 'curl prompts for the key secret. '}
        <a href="/docs" className="link">
          Documentation
        </a>
      </p>
      {own.length > 0 && (
        <ol className="border-t border-line">
          {own.map((name) => (
            <Step key={name} done={steps[name]} title={STEPS[name]}>
              <How {...props} name={name} withKey={own.includes('called')} />
            </Step>
          ))}
        </ol>
      )}
      {others.length > 0 && <Others steps={steps} names={others} needs={needs} />}
    </section>
  )
}

type HowProps = Pick<FirstRunProps, 'steps' | 'baseUrl' | 'currency' | 'mode'> & {
  name: StepName
  withKey: boolean
}

/** How a step is taken: in the dashboard, and with a key. */
function How({ name, steps, baseUrl, currency, mode, withKey }: HowProps) {
  const commands = stepCommands(baseUrl, { currency, mode }, steps)
  const test = mode === 'test'
  switch (name) {
    case 'called':
      return <CodeBlock label="curl: list orders" code={commands.call} />
    case 'ordered':
      return (
        <>
          {withKey && (
            <div className="mb-2.5">
              <CodeBlock label="curl: create an order" code={commands.order} />
            </div>
          )}
          <LinkButton href="/orders/new" variant="primary">
            Create order
          </LinkButton>
        </>
      )
    case 'captured':
      return (
        <>
          <p>
            Open the order's checkout page and pay.
            {test && ' It offers test cards for every outcome.'}
            {test && withKey && ' To pay without a browser:'}
          </p>
          {test && withKey && (
            <div className="mt-2.5">
              <CodeBlock label="curl: pay the order" code={commands.pay} />
            </div>
          )}
        </>
      )
    case 'refunded':
      if (withKey) return <CodeBlock label="curl: refund" code={commands.refund} />
      return steps.payment_id === null ? (
        <p>Open a captured payment and select Refund payment.</p>
      ) : (
        <LinkButton href={`/payments/${steps.payment_id}/refund`}>Refund payment</LinkButton>
      )
    case 'delivered':
      return (
        <>
          <p>
            Done when one of your endpoints returns a 2xx response.
            {test && ' In test mode, the endpoint can run on your own machine.'}
          </p>
          <div className="my-2.5">
            {withKey ? (
              <CodeBlock label="curl: add an endpoint" code={commands.webhook} />
            ) : (
              <LinkButton href="/webhooks/new">Create webhook</LinkButton>
            )}
          </div>
          <p>
            <a href="/docs/guides/webhooks" className="link">
              How to verify deliveries
            </a>
          </p>
        </>
      )
  }
}

/** The steps that take another role, each with who can take it. */
function Others({
  steps,
  names,
  needs,
}: {
  steps: FirstSteps
  names: StepName[]
  needs: Record<StepName, Permission>
}) {
  return (
    <>
      <h3 className="mt-5 mb-1.5 font-[580]">Steps for other roles</h3>
      <ol className="border-t border-line">
        {names.map((name) => (
          <Step key={name} done={steps[name]} title={STEPS[name]} level="h4">
            {whoCan(needs[name])}
          </Step>
        ))}
      </ol>
    </>
  )
}

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** "Ask an owner, admin or developer." */
export function whoCan(permission: Permission): string {
  const roles = builtInRolesWith([permission]).map((role) => roleWord(role).toLowerCase())
  return `Ask an ${OR.format(roles)}.`
}

type StepProps = { done: boolean; title: string; level?: 'h3' | 'h4'; children: ReactNode }

function Step({ done, title, level: Heading = 'h3', children }: StepProps) {
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-2.5 border-b border-line py-3.5">
      <span
        className={`mt-0.5 grid size-4.5 place-items-center rounded-full border-[1.5px] ${done ? 'border-accent bg-accent text-accent-ink' : 'border-edge'}`}
      >
        {done && <Check aria-hidden="true" className="size-3" strokeWidth={3} />}
      </span>
      <div>
        <Heading className="font-[580]">
          {title}
          {done && <span className="sr-only">, done</span>}
        </Heading>
        {!done && <div className="mt-1.5 text-ink-2">{children}</div>}
      </div>
    </li>
  )
}

/** The commands of the first steps, with the key and the records of the account in them. curl asks for the secret. */
function stepCommands(
  baseUrl: string,
  account: { currency: string; mode: 'test' | 'live' },
  { key_id, order_id, payment_id }: Pick<FirstSteps, 'key_id' | 'order_id' | 'payment_id'>,
) {
  const { currency } = account
  const url = account.mode === 'test' ? 'http://localhost:8000/webhooks' : 'https://shop.example/webhooks'
  const key = key_id ?? 'YOUR_KEY_ID'
  const write = (path: string, body: object) =>
    [
      `curl ${baseUrl}${path}`,
      `-u '${key}'`,
      "-H 'Content-Type: application/json'",
      `-d '${JSON.stringify(body)}'`,
    ].join(' \\\n  ')
  return {
    call: `curl ${baseUrl}/v1/orders \\\n  -u '${key}'`,
    order: write('/v1/orders', { amount: 50_000, currency, receipt: 'FIRST-1', payment_capture: true }),
    pay: write('/v1/payments/create/json', {
      amount: 50_000,
      currency,
      order_id: order_id ?? 'ORDER_ID',
      email: 'payer@example.com',
      contact: '+919876543210',
      method: 'card',
      card: { number: '4100280000001007', expiry_month: '12', expiry_year: '2030', cvv: '123' },
    }),
    refund: write(`/v1/payments/${payment_id ?? 'PAYMENT_ID'}/refund`, { amount: 10_000 }),
    webhook: write('/v1/webhooks', { url, events: ['*'] }),
  }
}
