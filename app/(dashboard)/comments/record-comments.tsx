import { addCommentAction, deleteCommentAction } from '#app/(dashboard)/comments/actions.ts'
import { LazyCommentForm } from '#components/comments/comment-forms-lazy.tsx'
import { CommentList } from '#components/comments/comment-list.tsx'
import { Failure } from '#components/ui/failure.tsx'
import { fetchComments } from '#lib/domain/comments/fetch.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { tryRead } from '#lib/surfaces/page.ts'

export async function RecordComments({ objectId }: { objectId: string }) {
  const found = await tryRead(fetchComments, { object_id: objectId })
  if (!found.ok) return <Failure requestId={found.request_id}>{found.description}</Failure>
  return (
    <section id="comments" aria-labelledby="comments-title" className="mt-6 print:hidden">
      <h2 id="comments-title" className="mb-2.5 text-table font-semibold">
        Comments
      </h2>
      <CommentList comments={found.value.items} action={deleteCommentAction} open={openForm} />
      <LazyCommentForm objectId={objectId} action={addCommentAction} initial={openForm()} />
    </section>
  )
}
