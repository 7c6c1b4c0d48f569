'use client'
import { SecretOnce } from '#components/shared/secret-once.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Id } from '#components/ui/id.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { StubSection } from '#components/ui/slip.tsx'

/** The secret that signs the deliveries to an endpoint. */
export function NewSecret({ id, url, secret }: { id: string; url: string; secret: string }) {
  const href = `/webhooks/${id}`
  return (
    <SecretOnce
      secret={secret}
      href={href}
      copies={{ '.env': (shown) => `COUNTERFOIL_WEBHOOK_SECRET=${shown}` }}
      lost={
        <>
          rotate the secret of <Id value={id} href={href} />.
        </>
      }
      stub={
        <StubSection title="Webhook">
          <DescriptionList>
            <Entry term="ID">
              <Id value={id} />
            </Entry>
            <Entry term="URL">
              <span className="wrap-anywhere">{url}</span>
            </Entry>
          </DescriptionList>
        </StubSection>
      }
      more={<LinkButton href={`${href}?tab=debug`}>How to verify</LinkButton>}
    />
  )
}
