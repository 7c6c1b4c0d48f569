import { NoAcquirer } from '#components/orders/no-acquirer.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import type { FirstSteps } from '#lib/domain/overview/schema.ts'
import type { Permission } from '#lib/values/permissions.ts'
import { Checklist, Item } from './first-run.tsx'

type Task = {
  done: boolean
  title: string
  text: string
  label: string
  href: string
  permission: Permission
}

/** What is to be done before live mode takes payments, as far as the account knows it. */
export function goLiveTasks({ has_key, go_live }: FirstSteps): Task[] {
  if (go_live === null) return []
  const { owners, owners_without_factor } = go_live
  return [
    {
      done: has_key,
      title: 'Create a live key',
      text: 'Test keys are rejected in live mode.',
      label: 'Create API key',
      href: '/api-keys/new',
      permission: 'keys:write',
    },
    {
      done: go_live.has_webhook,
      title: 'Create a live webhook',
      text: 'Webhooks of test mode receive no live events.',
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
      done: go_live.has_thresholds,
      title: 'Set approval thresholds',
      text: 'Refunds, wallet credits and payouts above a threshold need a second person.',
      label: 'Set thresholds',
      href: '/settings/approvals',
      permission: 'business:write',
    },
    {
      done: go_live.has_business_details,
      title: 'Complete the business details',
      text: 'The checkout page, receipts and bills show your logo and a support contact.',
      label: 'Edit business details',
      href: '/settings/business',
      permission: 'business:write',
    },
  ]
}

type GoLiveProps = {
  steps: FirstSteps
  /** Whether an acquirer takes payments in live mode. */
  hasAcquirer: boolean
  permissions: ReadonlySet<Permission>
  /** Whether the tasks are unfolded at first. */
  open: boolean
  dismiss: () => Promise<void>
}

/** The go-live checklist: the place of the first steps, in live mode. */
export function GoLive({ steps, hasAcquirer, permissions, open, dismiss }: GoLiveProps) {
  const tasks = goLiveTasks(steps)
  const done = tasks.filter((task) => task.done).length
  return (
    <>
      {!hasAcquirer && (
        <div className="mb-5 max-w-180">
          <NoAcquirer wallet={false} />
        </div>
      )}
      <Checklist
        title="Go-live checklist"
        lead={`${done} of ${tasks.length} done. In live mode, payments move real money.`}
        open={open}
        dismiss={dismiss}
      >
        {tasks.map((task) => (
          <Item key={task.title} done={task.done} title={task.title}>
            {!task.done && (
              <>
                <p>{task.text}</p>
                <p>
                  <Permitted
                    allowed={permissions.has(task.permission)}
                    permission={task.permission}
                    label={task.label}
                  >
                    <LinkButton href={task.href}>{task.label}</LinkButton>
                  </Permitted>
                </p>
              </>
            )}
          </Item>
        ))}
      </Checklist>
    </>
  )
}
