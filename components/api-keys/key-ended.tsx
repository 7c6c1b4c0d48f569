import { NothingYet } from '#components/ui/empty-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { PageHead } from '#components/ui/page-head.tsx'

/** A key that has ended has no actions. */
export function KeyEnded({ title, id }: { title: string; id: string }) {
  return (
    <>
      <PageHead title={title} />
      <NothingYet
        title="This key is inactive"
        action={<LinkButton href={`/api-keys/${id}`}>View key</LinkButton>}
      >
        The key expired or was revoked. Create a new key.
      </NothingYet>
    </>
  )
}
