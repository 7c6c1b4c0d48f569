import type { Metadata } from 'next'
import {
  acknowledgeDifferenceAction,
  askAboutDifferenceAction,
} from '#app/(dashboard)/settings/acquirer/differences/actions.ts'
import { AcknowledgeForm } from '#components/gateway-checks/acknowledge-form.tsx'
import {
  differenceWord,
  SUBJECT_PATHS,
  SUBJECT_WORDS,
  sideText,
} from '#components/gateway-checks/difference-labels.ts'
import { StatePill } from '#components/gateway-checks/differences-table.tsx'
import { ActionButton } from '#components/shared/form/action-button.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { Id } from '#components/ui/id.tsx'
import { Link } from '#components/ui/link.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { Time } from '#components/ui/time.tsx'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { acknowledgeDifference, askAboutDifference } from '#lib/domain/gateway-checks/decide.ts'
import { getDifferenceDetails } from '#lib/domain/gateway-checks/fetch.ts'
import type { GatewayDifferenceDetails } from '#lib/domain/gateway-checks/schema.ts'
import { startGatewayImport } from '#lib/domain/gateway-imports/change.ts'
import { capturePayment } from '#lib/domain/payments/capture.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'
import { creatorText } from '#lib/values/creator-text.ts'

export const metadata: Metadata = { title: 'Difference from the gateway' }

export default async function DifferencePage({ params }: PageProps<'/settings/acquirer/differences/[id]'>) {
  const { id } = await params
  const [difference, { permissions }, { grouping }] = await Promise.all([
    read(getDifferenceDetails, { id }),
    requireStaff(),
    currentPreferences(),
  ])
  const { subject, kind, state, here, there } = difference
  return (
    <>
      <Crumbs href="/settings/acquirer/differences" label="Differences from the gateway" id={id} />
      <PageHead
        title={`${SUBJECT_WORDS[subject]}: ${differenceWord(kind).toLowerCase()}`}
        actions={state !== 'solved' && <Solve difference={difference} permissions={permissions} />}
      >
        <StatePill state={state} />
      </PageHead>
      <div className="grid max-w-160 gap-6">
        {state !== 'solved' && <Notice title="What to do">{difference.advice}</Notice>}
        <DescriptionList className="[--term:150px]">
          <Entry term="Here">{sideText(here, difference, grouping)}</Entry>
          <Entry term="At the gateway">{sideText(there, difference, grouping)}</Entry>
          <Ids difference={difference} />
          <Times difference={difference} />
        </DescriptionList>
        {state === 'open' && permissions.has(acknowledgeDifference.permission) && (
          <section>
            <h2 className="mb-3 text-lead font-semibold">Acknowledge it</h2>
            <p className="mb-4 max-w-[64ch] text-ink-2">
              If the difference is explained and stays. It opens again if it changes.
            </p>
            <AcknowledgeForm id={id} action={acknowledgeDifferenceAction} initial={openForm()} />
          </section>
        )}
      </div>
    </>
  )
}

type Props = { difference: GatewayDifferenceDetails }

/** What can be done about it without a risk. */
function Solve({ difference, permissions }: Props & { permissions: ReadonlySet<string> }) {
  const { id, next_step, object_id, acquirer_id } = difference
  if (next_step === 'import')
    return (
      <Permitted
        allowed={permissions.has(startGatewayImport.permission)}
        permission={startGatewayImport.permission}
        label="Import records"
      >
        <LinkButton href={`/settings/acquirer/${acquirer_id}/import`}>Import records</LinkButton>
      </Permitted>
    )
  if (next_step === 'capture')
    return (
      <Permitted
        allowed={permissions.has(capturePayment.permission)}
        permission={capturePayment.permission}
        label="Capture payment"
      >
        <LinkButton href={`/payments/${object_id}/capture`}>Capture payment</LinkButton>
      </Permitted>
    )
  if (next_step === null) return null
  return (
    <Permitted
      allowed={permissions.has(askAboutDifference.permission)}
      permission={askAboutDifference.permission}
      label="Ask gateway again"
    >
      <ActionButton
        action={askAboutDifferenceAction}
        initial={openForm()}
        hidden={{ id }}
        pendingText="Asking…"
      >
        Ask gateway again
      </ActionButton>
    </Permitted>
  )
}

function Ids({ difference }: Props) {
  const { subject, object_id, gateway_id, acquirer_id, acquirer_name } = difference
  return (
    <>
      <Entry term="ID here">
        {object_id && <Id value={object_id} href={`${SUBJECT_PATHS[subject]}/${object_id}`} />}
      </Entry>
      <Entry term="ID at the gateway">{gateway_id && <Id value={gateway_id} />}</Entry>
      <Entry term="Acquirer">
        <Link href={`/settings/acquirer/${acquirer_id}`} className="link">
          {acquirer_name}
        </Link>
      </Entry>
    </>
  )
}

function Times({ difference }: Props) {
  const { created_at, seen_at, solved_at, acknowledged_at, acknowledged_by, reason } = difference
  return (
    <>
      <Entry term="Created">
        <Time at={created_at} form="full" />
      </Entry>
      <Entry term="Last found">
        <Time at={seen_at} form="full" />
      </Entry>
      {acknowledged_at !== null && (
        <Entry term="Acknowledged">
          <Time at={acknowledged_at} form="full" /> by {creatorText(acknowledged_by)}: {reason}
        </Entry>
      )}
      {solved_at !== null && (
        <Entry term="Solved">
          <Time at={solved_at} form="full" />
        </Entry>
      )}
    </>
  )
}
