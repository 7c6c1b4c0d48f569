import { initiatorWords } from '#components/refunds/refund-labels.ts'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Id } from '#components/ui/id.tsx'
import { StubSection } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import type { Client } from '#lib/domain/clients/schema.ts'

/** What stays of a program when the slip is torn off. */
export function ClientStub({ value }: { value: Client }) {
  return (
    <StubSection title="Program">
      <DescriptionList>
        <Entry term="Client id">
          <span className="wrap-anywhere">
            <Id value={value.id} />
          </span>
        </Entry>
        <Entry term="Registered">
          <Time at={value.created_at} form="full" focusable />
        </Entry>
        <Entry term="By">{initiatorWords(value.created_by)}</Entry>
        <Entry term="Connected">
          {value.connections === 1 ? '1 person and account' : `${value.connections} times now`}
        </Entry>
        <Entry term="Last used">
          {value.last_used_at === null ? 'never' : <Time at={value.last_used_at} form="full" focusable />}
        </Entry>
      </DescriptionList>
    </StubSection>
  )
}
