'use client'
import { SecretOnce } from '#components/shared/secret-once.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Id } from '#components/ui/id.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { StubSection } from '#components/ui/slip.tsx'
import type { MadeClient } from './client-forms.ts'

/** A client that was just registered, or got another secret. A public one has none. */
export function NewClientView({ made: { id, name, secret } }: { made: MadeClient }) {
  const href = `/connected-apps/clients/${id}`
  if (secret === null) return <PublicClient id={id} name={name} href={href} />
  return (
    <SecretOnce
      secret={secret}
      href={href}
      copies={{
        '.env': (text) => `COUNTERFOIL_CLIENT_ID=${id}\nCOUNTERFOIL_CLIENT_SECRET=${text}`,
      }}
      stub={
        <StubSection title="Client">
          <DescriptionList>
            <Entry term="Name">{name}</Entry>
            <Entry term="Client ID">
              <span className="wrap-anywhere">
                <Id value={id} />
              </span>
            </Entry>
          </DescriptionList>
        </StubSection>
      }
      lost={
        <>
          rotate it on the page of <Id value={id} href={href} />.
        </>
      }
    />
  )
}

function PublicClient({ id, name, href }: { id: string; name: string; href: string }) {
  return (
    <section className="grid max-w-130 gap-4">
      <div>
        <h2 className="text-lead font-semibold">{name} is registered</h2>
        <p className="text-ink-2">Public clients need only the client ID.</p>
      </div>
      <p className="wrap-anywhere">
        Client ID <Id value={id} />
      </p>
      <div className="flex flex-wrap gap-2 border-t border-line pt-5">
        <LinkButton href={href} variant="primary">
          View client
        </LinkButton>
      </div>
    </section>
  )
}
