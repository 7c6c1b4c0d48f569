import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Id } from '#components/ui/id.tsx'
import { StubSection } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import type { KeyDetails } from '#lib/domain/api-keys/schema.ts'
import { creatorText } from '#lib/values/creator-text.ts'

/** The stub of a key: its id, its creator, its last use, and the keys before and after it. */
export function KeyStub({ value }: { value: KeyDetails }) {
  return (
    <>
      <StubSection title="Key">
        <DescriptionList>
          <Entry term="ID">
            <Id value={value.id} />
          </Entry>
          <Entry term="Created">
            <Time at={value.created_at} form="full" focusable />
          </Entry>
          <Entry term="Created by">{creatorText(value.created_by)}</Entry>
          <Entry term="Expires">
            {value.expires_at === null ? 'never' : <Time at={value.expires_at} form="full" focusable />}
          </Entry>
          {value.revoked_at !== null && (
            <>
              <Entry term="Revoked">
                <Time at={value.revoked_at} form="full" focusable />
              </Entry>
              <Entry term="Revoked by">{creatorText(value.revoked_by)}</Entry>
            </>
          )}
          {value.replaces && (
            <Entry term="Replaces">
              <Id value={value.replaces} href={`/api-keys/${value.replaces}`} />
            </Entry>
          )}
          {value.replaced_by && (
            <Entry term="Replaced by">
              <Id value={value.replaced_by} href={`/api-keys/${value.replaced_by}`} />
            </Entry>
          )}
        </DescriptionList>
      </StubSection>
      <StubSection title="Last use">
        <DescriptionList>
          <Entry term="Time">
            {value.last_used_at === null ? 'never' : <Time at={value.last_used_at} form="full" focusable />}
          </Entry>
          <Entry term="IP address">
            {value.last_used_ip && <span className="mono">{value.last_used_ip}</span>}
          </Entry>
          <Entry term="User agent">{value.last_used_agent}</Entry>
        </DescriptionList>
      </StubSection>
    </>
  )
}
