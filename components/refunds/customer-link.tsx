import { LazyActionButton } from '#components/shared/form/lazy-action-button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { DisabledAction } from '#components/ui/disabled-action.tsx'
import { StubSection } from '#components/ui/slip.tsx'
import type { RefundDetails } from '#lib/domain/refunds/schema.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'

type CustomerLinkProps = {
  refund: Pick<RefundDetails, 'id' | 'link'>
  /** Why this person may neither create nor revoke it, or null. */
  disabledReason: string | null
  create: FormAction
  revoke: FormAction
  open: () => FormState
}

/** The link by which the customer follows a refund. It exists once someone has created it, until it is revoked. */
export function RefundCustomerLink({ refund, disabledReason, create, revoke, open }: CustomerLinkProps) {
  const { id, link } = refund
  return (
    <StubSection title="Customer link">
      <p className="mb-2 text-table text-ink-2">
        A page for the customer: amount, status, expected date and bank reference.
      </p>
      <div className="flex flex-wrap gap-2">
        {link !== null && <CopyButton value={link}>Copy customer link</CopyButton>}
        {disabledReason !== null ? (
          <DisabledAction reason={disabledReason}>{link === null ? 'Create link' : 'Revoke'}</DisabledAction>
        ) : link === null ? (
          <LazyActionButton
            key="create"
            action={create}
            initial={open()}
            hidden={{ id }}
            pendingText="Creating…"
          >
            Create link
          </LazyActionButton>
        ) : (
          // Not the button that has just created the link: pressed twice it would revoke it.
          <LazyActionButton
            key="revoke"
            action={revoke}
            initial={open()}
            hidden={{ id }}
            variant="quiet"
            pendingText="Revoking…"
          >
            Revoke
          </LazyActionButton>
        )}
      </div>
    </StubSection>
  )
}
