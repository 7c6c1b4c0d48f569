import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { LinkButton } from '#components/ui/button.tsx'
import { CodeBlock } from '#components/ui/code-block.tsx'
import type { FirstSteps } from '#lib/domain/overview/schema.ts'

type FirstRunProps = {
  steps: FirstSteps
  baseUrl: string
  currency: string
  mode: 'test' | 'live'
  mayCreate: boolean
}

/** What to do before there is anything to show: five steps, ticked off as they are done. */
export function FirstRun({ steps, baseUrl, currency, mode, mayCreate }: FirstRunProps) {
  return (
    <section aria-labelledby="first" className="max-w-180">
      <h2 id="first" className="text-lead font-semibold">
        The first five steps
      </h2>
      <p className="mb-4 text-ink-2">
        {mode === 'test'
          ? 'In test mode no real money moves: try everything.'
          : 'This is live mode: payments here are of real money.'}
      </p>
      <ol className="border-t border-line">
        <Step done={steps.has_key} title="Have an API key">
          {steps.key_id ? (
            <>
              <span className="mono">{steps.key_id}</span> is in force. Its secret was shown when it was made.
            </>
          ) : (
            'Your programs sign in with a key. Somebody who may manage keys can make one.'
          )}
        </Step>
        <Step done={steps.has_order} title="Create an order">
          <p className="mb-2.5">With a program, or with the form. curl asks for the secret of the key.</p>
          <CodeBlock label="curl" code={createOrder(baseUrl, steps.key_id ?? 'YOUR_KEY_ID', currency)} />
          {mayCreate && (
            <div className="mt-2.5">
              <LinkButton href="/orders/new" variant="primary">
                Create an order here
              </LinkButton>
            </div>
          )}
        </Step>
        <Step done={steps.has_payment} title="Pay it">
          Open the order and its checkout page.
          {mode === 'test' && ' The page offers test cards for every outcome.'}
        </Step>
        <Step done={steps.has_capture} title="Capture the payment">
          Orders can do it at once; otherwise open the payment and capture it.
        </Step>
        <Step done={steps.has_refund} title="Refund a part of it">
          Open the payment, refund some of it, and see it go back to the payer.
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
        <div className="mt-0.5 text-ink-2">{children}</div>
      </div>
    </li>
  )
}

function createOrder(baseUrl: string, keyId: string, currency: string): string {
  const body = JSON.stringify({ amount: 50_000, currency, receipt: 'FIRST-1', payment_capture: true })
  return [
    `curl ${baseUrl}/v1/orders`,
    `-u '${keyId}'`,
    "-H 'Content-Type: application/json'",
    `-d '${body}'`,
  ].join(' \\\n  ')
}
