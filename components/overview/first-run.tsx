import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { quietLink } from '#components/ui/looks.ts'
import type { FirstSteps } from '#lib/domain/overview/schema.ts'
import { stepCommands } from './step-commands.ts'

type FirstRunProps = {
  steps: FirstSteps
  baseUrl: string
  currency: string
  mode: 'test' | 'live'
  mayCreate: boolean
  dismiss: () => Promise<void>
}

/** How many of the five steps have been taken. */
export function stepsTaken({ called, ordered, captured, refunded, delivered }: FirstSteps): number {
  return [called, ordered, captured, refunded, delivered].filter(Boolean).length
}

/** Five steps that the account itself ticks off, each with a command that works as it is. */
export function FirstRun({ steps, baseUrl, currency, mode, mayCreate, dismiss }: FirstRunProps) {
  const commands = stepCommands(baseUrl, { currency, mode }, steps)
  const test = mode === 'test'
  return (
    <section aria-labelledby="first" className="max-w-180">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="first" className="text-lead font-semibold">
          First 5 steps
        </h2>
        <form action={dismiss}>
          <button type="submit" className={quietLink}>
            Dismiss
          </button>
        </form>
      </div>
      <p className="mb-4 text-ink-2">
        {stepsTaken(steps)} of 5 done.{' '}
        {test ? 'In test mode, no real money moves.' : 'In live mode, payments move real money.'} curl prompts
        for the key secret.{' '}
        <a href="/docs" className="link">
          Documentation
        </a>
      </p>
      <ol className="border-t border-line">
        <Step done={steps.called} title="Call the API with a key">
          <CodeBlock label="curl: list orders" code={commands.call} />
        </Step>
        <Step done={steps.ordered} title="Create an order">
          <CodeBlock label="curl" code={commands.order} />
          {mayCreate && (
            <div className="mt-2.5">
              <LinkButton href="/orders/new" variant="primary">
                Create order
              </LinkButton>
            </div>
          )}
        </Step>
        <Step done={steps.captured} title="Accept a payment">
          <p className="mb-2.5">
            Open the order's checkout page and pay.
            {test && ' It offers test cards for every outcome. To pay without a browser:'}
          </p>
          {test && <CodeBlock label="curl: pay the order" code={commands.pay} />}
        </Step>
        <Step done={steps.refunded} title="Refund part of the payment">
          <CodeBlock label="curl: refund" code={commands.refund} />
        </Step>
        <Step done={steps.delivered} title="Receive a webhook">
          <p className="mb-2.5">
            Done when one of your endpoints returns a 2xx response.
            {test && ' In test mode, the endpoint can run on your own machine.'}
          </p>
          <CodeBlock label="curl: add an endpoint" code={commands.webhook} />
          <p className="mt-2.5">
            <a href="/docs/guides/webhooks" className="link">
              How to verify deliveries
            </a>
          </p>
        </Step>
      </ol>
    </section>
  )
}

function Step({ done, title, children }: { done: boolean; title: string; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)] gap-x-2.5 border-b border-line py-3.5">
      <span
        className={`mt-0.5 grid size-4.5 place-items-center rounded-full border-[1.5px] ${done ? 'border-accent bg-accent text-accent-ink' : 'border-line-strong'}`}
      >
        {done && <Check aria-hidden="true" className="size-3" strokeWidth={3} />}
      </span>
      <div>
        <h3 className="font-[580]">
          {title}
          {done && <span className="sr-only">, done</span>}
        </h3>
        {!done && <div className="mt-1.5 text-ink-2">{children}</div>}
      </div>
    </li>
  )
}
