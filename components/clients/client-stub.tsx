import { creatorText } from '#components/shared/creator-text.ts'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Id } from '#components/ui/id.tsx'
import { StubSection } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import type { Client } from '#lib/domain/clients/schema.ts'

export function ClientStub({ value }: { value: Client }) {
  return (
    <StubSection title="Client">
      <DescriptionList>
        <Entry term="Client ID">
          <span className="wrap-anywhere">
            <Id value={value.id} />
          </span>
        </Entry>
        <Entry term="Registered">
          <Time at={value.created_at} form="full" focusable />
        </Entry>
        <Entry term="Registered by">{creatorText(value.created_by)}</Entry>
        <Entry term="Connections">
          {value.connections === 1 ? '1 connection' : `${value.connections} connections`}
        </Entry>
        <Entry term="Last used">
          {value.last_used_at === null ? 'never' : <Time at={value.last_used_at} form="full" focusable />}
        </Entry>
      </DescriptionList>
    </StubSection>
  )
}
