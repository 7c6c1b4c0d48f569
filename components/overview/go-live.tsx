import { Permitted } from '#components/ui/disabled-action.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Time } from '#components/ui/time.tsx'
import type { GoLive } from '#lib/domain/overview/schema.ts'
import type { Permission } from '#lib/values/permissions.ts'
import { Checklist, ChecklistItems, Item } from './first-run.tsx'

type Task = {
  done: boolean
  title: string
  text: React.ReactNode
  label: string
  href: string
  permission: Permission
}

/** What is to be done before live mode takes payments, as far as the server knows it. */
export function goLiveTasks(found: GoLive): Task[] {
  return [...bankTasks(found), ...ownTasks(found)]
}

function bankTasks({ acquirer }: GoLive): Task[] {
  const { id, name, tested_at, gateway, sandbox, has_notification } = acquirer ?? {}
  const use: Task = {
    done: acquirer !== null,
    title: 'Use an acquirer',
    text: 'Live payments, refunds and payouts need a bank or a gateway account. Its connection is tested before it is saved.',
    label: 'Set up an acquirer',
    href: '/settings/acquirer',
    permission: 'business:write',
  }
  if (acquirer === null) return [use]
  const receive: Task = {
    done: has_notification === true,
    title: 'Receive webhooks of the gateway',
    text: 'No webhook of the gateway has arrived with the right webhook secret. Enter the webhook URL and the secret at the gateway.',
    label: 'Show webhook URL',
    href: `/settings/acquirer/${id}`,
    permission: 'business:write',
  }
  const tested = (
    <>
      {name}, tested <Time at={tested_at ?? 0} form="full" />.
    </>
  )
  const real: Task = {
    done: false,
    title: 'Replace the sandbox',
    text: `${name} is a sandbox: no real money moves there, although this is live mode.`,
    label: 'Open acquirers',
    href: '/settings/acquirer',
    permission: 'business:write',
  }
  return [{ ...use, text: tested }, ...(sandbox ? [real] : []), ...(gateway ? [receive] : [])]
}

function ownTasks(found: GoLive): Task[] {
  const { owners, owners_without_factor } = found
  return [
    {
      done: found.has_key,
      title: 'Create a live key',
      text: 'Test keys are rejected in live mode.',
      label: 'Create API key',
      href: '/api-keys/new',
      permission: 'keys:write',
    },
    {
      done: found.has_webhook,
      title: 'Create a live webhook',
      text: 'Webhooks of test mode receive no live events. Verify each delivery with the secret of the webhook.',
      label: 'Create webhook',
      href: '/webhooks/new',
      permission: 'webhooks:write',
    },
    {
      done: owners > 0 && owners_without_factor === 0,
      title: 'Two-factor authentication for owners',
      text: `${owners - owners_without_factor} of ${owners} owners have an authenticator app or a passkey.`,
      label: 'Set up for your account',
      href: '/settings/account',
      permission: 'profile:write',
    },
    {
      done: owners > 1,
      title: 'Add a second owner',
      text: 'A second owner can restore the access of the first.',
      label: 'Invite person',
      href: '/settings/team/invite',
      permission: 'team:write',
    },
    {
      done: found.has_thresholds,
      title: 'Set approval thresholds',
      text: 'Refunds, wallet credits and payouts above a threshold need a second person.',
      label: 'Set thresholds',
      href: '/settings/approvals',
      permission: 'business:write',
    },
    {
      done: found.has_business_details,
      title: 'Complete the business details',
      text: 'The checkout page, receipts and bills show your logo and a support contact.',
      label: 'Edit business details',
      href: '/settings/business',
      permission: 'business:write',
    },
    {
      done: found.sends_mail,
      title: 'Set up email',
      text: 'Emails to customers and staff stay in the outbox. The operator of this server sets SMTP_URL.',
      label: 'Open outbox',
      href: '/outbox',
      permission: 'mails:read',
    },
  ]
}

type GoLiveProps = {
  found: GoLive
  permissions: ReadonlySet<Permission>
  /** Whether the pages of the tasks are those of live mode, so that they can be done. */
  live?: boolean
  heading?: 'h2' | 'h3'
}

/** The tasks, with the button that leads to each. */
export function GoLiveTasks({ found, permissions, live = true, heading = 'h3' }: GoLiveProps) {
  return (
    <>
      <ChecklistItems>
        {goLiveTasks(found).map(({ done, title, text, label, href, permission }) => (
          <Item key={title} done={done} title={title} heading={heading}>
            {!done && (
              <>
                <p>{text}</p>
                {live && (
                  <p>
                    <Permitted allowed={permissions.has(permission)} permission={permission} label={label}>
                      <LinkButton href={href}>{label}</LinkButton>
                    </Permitted>
                  </p>
                )}
              </>
            )}
          </Item>
        ))}
      </ChecklistItems>
      <p className="mt-4 max-w-[64ch] text-ink-2">
        {found.last_backup_at === null ? (
          'No backup of this server was made yet. '
        ) : (
          <>
            The last backup of this server was made <Time at={found.last_backup_at} form="full" />.{' '}
          </>
        )}
        Before you go live, its operator schedules <code>counterfoil backup</code>, keeps the secret key apart
        from the backups, and tries a restore.
      </p>
    </>
  )
}

/** How much of it is done, in words. */
export function goLiveLead(found: GoLive): string {
  const tasks = goLiveTasks(found)
  return `${tasks.filter(({ done }) => done).length} of ${tasks.length} done. In live mode, payments move real money.`
}

type FoldedProps = GoLiveProps & {
  /** Whether the tasks are unfolded at first. */
  open: boolean
  dismiss: () => Promise<void>
}

/** The go-live checklist in the place of the first steps, in live mode. */
export function GoLiveChecklist({ open, dismiss, ...tasks }: FoldedProps) {
  return (
    <Checklist title="Go-live checklist" lead={goLiveLead(tasks.found)} open={open} dismiss={dismiss}>
      <GoLiveTasks {...tasks} />
    </Checklist>
  )
}
