import type { ReactNode } from 'react'
import { ChevronRight } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import { Pill, type Tone } from '#components/ui/pill.tsx'
import { usePreferences } from '#components/ui/preferences.ts'
import { glyphs } from '#components/ui/status-glyphs.tsx'
import type { Attention } from '#lib/domain/overview/schema.ts'
import type { Grouping } from '#lib/values/money-text.ts'
import { countText } from '#lib/values/number-text.ts'
import { durationText } from '#lib/values/time-text.ts'

type Matter = {
  href: string
  tone: Tone
  icon: keyof typeof glyphs
  word: string
  count: number
  /** Left out where it is not about money. */
  amount?: bigint
  what: ReactNode
}

/** The tasks of a person, each a link to its list. */
export function AttentionList({
  attention,
  currency,
  now,
}: {
  attention: Attention
  currency: string
  now: number
}) {
  const { grouping } = usePreferences()
  const matters = mattersOf(attention, now, grouping).filter(({ count }) => count > 0)
  return (
    <section aria-labelledby="attention" className="mb-7">
      <h2 id="attention" className="mb-1.5 text-table font-semibold">
        Needs attention
      </h2>
      {matters.length === 0 ? (
        <p className="flex items-center gap-2 border-y border-line py-2.5 text-ink-2">
          <span className="size-3 text-good [&>svg]:size-3">{glyphs.check}</span> Nothing needs attention.
        </p>
      ) : (
        <ul className="border-t border-line">
          {matters.map((matter) => (
            <li key={matter.href}>
              <Link
                href={matter.href}
                className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-1 py-2.5 hover:bg-sunken"
              >
                <span className="w-24">
                  <Pill tone={matter.tone} icon={glyphs[matter.icon]}>
                    {matter.word}
                  </Pill>
                </span>
                <span className="min-w-0 flex-1 max-phone:order-3 max-phone:basis-full">{matter.what}</span>
                <span className="num ml-auto font-[580]">
                  {matter.amount !== undefined && <Money amount={matter.amount} currency={currency} />}
                </span>
                <ChevronRight aria-hidden="true" className="size-4 text-ink-3" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function mattersOf(attention: Attention, now: number, grouping: Grouping): Matter[] {
  const counted = (count: number, one: string, many: string) => countText(count, one, many, grouping)
  const {
    approvals,
    own_approvals,
    expiring,
    overdue,
    failed,
    reversed,
    ending_keys,
    urgent_keys,
    keys_of_people_gone,
    disabled_webhooks,
    failing_webhooks,
    closing_at,
    silent_acquirer,
    differences,
  } = attention
  const soonest =
    expiring.soonest === null ? '' : `, the first in ${durationText(Math.max(0, expiring.soonest - now))}`
  return [
    {
      href: '/settings/data',
      tone: 'bad',
      icon: 'clock',
      word: 'Deletion',
      count: closing_at === null ? 0 : 1,
      what: `The business with all data is deleted in ${durationText(Math.max(0, (closing_at ?? now) - now))}, or once another owner confirms it. An owner can cancel it.`,
    },
    {
      href: `/settings/acquirer/${silent_acquirer?.id}`,
      tone: 'bad',
      icon: 'cross',
      word: 'Acquirer',
      count: silent_acquirer === null ? 0 : 1,
      what: `${silent_acquirer?.name} has responded to no request for 10 minutes, so live payments fail. Test the connection, or use another acquirer.`,
    },
    {
      href: '/settings/acquirer/differences?state=open',
      tone: 'wait',
      icon: 'half',
      word: 'Differences',
      count: differences,
      what: `${counted(differences, 'difference', 'differences')} between a gateway account and the records here. Each says what to do about it.`,
    },
    {
      href: '/approvals?status=waiting',
      tone: 'wait',
      icon: 'sand',
      word: own_approvals ? 'Waiting' : 'Approve',
      count: approvals,
      what: own_approvals
        ? `${counted(approvals, 'request of yours waits', 'requests of yours wait')} for approval. Requests expire after 24 hours.`
        : `${counted(approvals, 'request needs', 'requests need')} your approval. Requests expire after 24 hours.`,
    },
    {
      href: '/payments?status=authorized&lapsing=1',
      tone: 'hold',
      icon: 'clock',
      word: 'Capture',
      ...expiring,
      what: `${counted(expiring.count, 'authorization expires', 'authorizations expire')} within 24 hours${soonest}. Capture ${expiring.count === 1 ? 'it' : 'them'} or the money returns to the payer.`,
    },
    {
      href: '/refunds?overdue=1',
      tone: 'wait',
      icon: 'sand',
      word: 'Overdue',
      ...overdue,
      what: `${counted(overdue.count, 'refund is', 'refunds are')} still pending after 7 working days. Contact the bank.`,
    },
    {
      href: '/refunds?status=failed&period=7d',
      tone: 'bad',
      icon: 'cross',
      word: 'Failed',
      ...failed,
      what: `${counted(failed.count, 'refund', 'refunds')} failed in the last 7 days. The amount is back in your balance. Retry, or pay the customer another way.`,
    },
    {
      href: '/payouts?status=reversed&period=7d',
      tone: 'back',
      icon: 'back',
      word: 'Reversed',
      ...reversed,
      what: `${counted(reversed.count, 'payout', 'payouts')} reversed by the bank in the last 7 days. The amount is back in the wallet. Check the fund account.`,
    },
    {
      href: '/api-keys?group=ending',
      tone: urgent_keys > 0 ? 'bad' : 'wait',
      icon: 'clock',
      word: 'Keys',
      count: ending_keys,
      what: `${counted(ending_keys, 'API key expires', 'API keys expire')} within 14 days${urgentWords(ending_keys, urgent_keys)}. Rotate the keys that are still in use.`,
    },
    {
      href: '/api-keys?group=people_gone',
      tone: 'wait',
      icon: 'half',
      word: 'Keys',
      count: keys_of_people_gone,
      what: `${counted(keys_of_people_gone, 'active API key was', 'active API keys were')} created by people who no longer have access. Revoke or rotate these keys.`,
    },
    {
      href: '/webhooks?failing=1',
      tone: disabled_webhooks > 0 ? 'bad' : 'wait',
      icon: disabled_webhooks > 0 ? 'cross' : 'half',
      word: disabled_webhooks > 0 ? 'Disabled' : 'Failing',
      count: disabled_webhooks + failing_webhooks,
      what: webhookWords(disabled_webhooks, failing_webhooks, counted),
    },
  ]
}

function urgentWords(all: number, urgent: number): string {
  if (urgent === 0) return ''
  return urgent === all ? ', in 3 days or less' : `, ${urgent} of them within 3 days`
}

function webhookWords(
  disabled: number,
  failing: number,
  counted: (count: number, one: string, many: string) => string,
): string {
  if (disabled === 0)
    return `${counted(failing, 'webhook endpoint is failing', 'webhook endpoints are failing')}. Deliveries are retried for 24 hours.`
  const also = failing === 0 ? '' : ` ${counted(failing, 'more is failing', 'more are failing')}.`
  return `${counted(disabled, 'webhook endpoint is disabled', 'webhook endpoints are disabled')} and receiving no events. Enable to send the missed events.${also}`
}
