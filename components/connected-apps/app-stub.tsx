import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Id } from '#components/ui/id.tsx'
import { StubSection } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import type { AppDetails } from '#lib/domain/connected-apps/schema.ts'

/** How the app authenticates; else it has a secret. */
const AUTH_METHODS: Record<string, string> = {
  none: 'public, no secret',
  private_key_jwt: 'signed assertion',
}

export function AppStub({ value }: { value: AppDetails }) {
  return (
    <>
      <StubSection title="App">
        <DescriptionList>
          <Entry term="Client">
            <span className="wrap-anywhere">
              <Id value={value.client_id} />
            </span>
          </Entry>
          <Entry term="Origin">{ORIGIN_LABELS[value.client_origin ?? 'dynamic']}</Entry>
          <Entry term="Registered">
            {value.client_registered_at === null ? (
              'deleted'
            ) : (
              <Time at={value.client_registered_at} form="full" focusable />
            )}
          </Entry>
          <Entry term="Redirect URI">
            <span className="mono wrap-anywhere">{value.redirect_host}</span>
          </Entry>
          {value.client_auth_method && (
            <Entry term="Authentication">{AUTH_METHODS[value.client_auth_method] ?? 'client secret'}</Entry>
          )}
          {value.client_uri && (
            <Entry term="Website">
              <span className="wrap-anywhere">{value.client_uri}</span>
            </Entry>
          )}
        </DescriptionList>
      </StubSection>
      <StubSection title="Connected by">
        <DescriptionList>
          <Entry term="User">
            <span className="wrap-anywhere">{value.user_email}</span>
          </Entry>
          <Entry term="Role">{value.user_role ?? 'no longer a member'}</Entry>
          <Entry term="Since">
            <Time at={value.created_at} form="full" focusable />
          </Entry>
          <Entry term="Last used">
            {value.last_used_at === null ? 'never' : <Time at={value.last_used_at} form="full" focusable />}
          </Entry>
          <Entry term={value.revoked_at === null ? 'Expires' : 'Disconnected'}>
            <Time at={value.revoked_at ?? value.expires_at} form="full" focusable />
          </Entry>
          {value.revoked_by && <Entry term="Ended by">{value.revoked_by}</Entry>}
        </DescriptionList>
      </StubSection>
    </>
  )
}

const ORIGIN_LABELS = {
  dynamic: 'self-registered',
  manual: 'registered by staff',
  document: 'metadata document',
}
