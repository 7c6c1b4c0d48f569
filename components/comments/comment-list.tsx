import { LazyActionButton } from '#components/shared/form/lazy-action-button.tsx'
import { Time } from '#components/ui/time.tsx'
import type { Comment } from '#lib/domain/comments/schema.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'

type CommentListProps = {
  comments: Comment[]
  /** Deletes a comment of the reader. */
  action: FormAction
  open: () => FormState
}

/** The comments on a record, oldest first, with the people that they mention highlighted. */
export function CommentList({ comments, action, open }: CommentListProps) {
  if (comments.length === 0) return null
  return (
    <ol className="mb-4 grid max-w-130 gap-3">
      {comments.map((comment) => (
        <li key={comment.id} className="border-b border-line pb-3">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-small text-ink-2">
            <span className="font-semibold wrap-anywhere">{comment.created_by}</span>
            <Time at={comment.created_at} />
          </p>
          <p className="mt-1 whitespace-pre-line wrap-anywhere">
            <CommentText comment={comment} />
          </p>
          {comment.own && (
            <div className="mt-2">
              <LazyActionButton
                action={action}
                initial={open()}
                hidden={{ id: comment.id }}
                size="small"
                pendingText="Deleting…"
              >
                Delete
              </LazyActionButton>
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}

function CommentText({ comment: { pieces } }: { comment: Comment }) {
  return pieces.map(({ text, mention }, at) =>
    mention ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places.
      <b key={at} className="font-semibold text-accent">
        {text}
      </b>
    ) : (
      text
    ),
  )
}
