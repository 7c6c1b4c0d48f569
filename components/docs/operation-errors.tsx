type OperationError = { status: string; reason: string; means: string }

/** Every error reason of an operation, by status; each links to its advice. */
export function OperationErrors({ errors }: { errors: OperationError[] }) {
  return (
    <section aria-labelledby="errors">
      <h2 id="errors" className="mb-2 text-table font-semibold">
        Errors
      </h2>
      <ul className="border-t border-line">
        {errors.map(({ status, reason, means }) => (
          <li
            key={`${status}${reason}`}
            className="grid grid-cols-[36px_minmax(0,1fr)] border-b border-line py-1.5 text-table"
          >
            <span className="num text-ink-3">{status}</span>
            <span className="min-w-0">
              <a href={`/docs/errors#${reason}`} className="link mono break-all">
                {reason}
              </a>
              <span className="block text-ink-2">{means}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
