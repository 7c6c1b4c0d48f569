import { LinkButton } from '#components/ui/button.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { PageHead } from '#components/ui/page-head.tsx'

/** Nothing can be done with a key that has ended. */
export function KeyEnded({ title, id }: { title: string; id: string }) {
  return (
    <>
      <PageHead title={title} />
      <NothingYet
        title="The key has ended"
        action={<LinkButton href={`/api-keys/${id}`}>See the key</LinkButton>}
      >
        Its time is over, or it was revoked. Make a new key instead.
      </NothingYet>
    </>
  )
}
