'use client'
import { SecretOnce } from '#components/shared/secret-once.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Id } from '#components/ui/id.tsx'
import { StubSection } from '#components/ui/slip.tsx'
import type { MadeKey } from './key-form-state.ts'

/** A new key with its secret, as environment variables and as a first request. */
export function NewKeyView({ made, baseUrl }: { made: MadeKey; baseUrl: string }) {
  const { id, name, secret, try_path, replaces } = made
  const href = `/api-keys/${id}`
  return (
    <SecretOnce
      secret={secret}
      href={href}
      copies={{
        '.env': (shown) =>
          `COUNTERFOIL_KEY_ID=${id}\nCOUNTERFOIL_KEY_SECRET=${shown}\nCOUNTERFOIL_URL=${baseUrl}`,
        ...(try_path && {
          'curl, ready to run': (shown: string) => `curl '${baseUrl}${try_path}' \\\n  -u '${id}:${shown}'`,
        }),
      }}
      lost={
        <>
          rotate the key <Id value={id} href={href} />.
        </>
      }
      stub={
        <>
          <StubSection title="Key">
            <DescriptionList>
              <Entry term="Name">{name}</Entry>
              <Entry term="ID">
                <Id value={id} />
              </Entry>
            </DescriptionList>
          </StubSection>
          {replaces && (
            <StubSection title="Old key">
              <p className="text-table text-ink-2">
                <Id value={replaces.id} href={`/api-keys/${replaces.id}`} /> ends {replaces.expires}. Its page
                shows the requests that still use it.
              </p>
            </StubSection>
          )}
        </>
      }
    />
  )
}
