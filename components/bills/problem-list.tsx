'use client'
import { useEffect, useState } from 'react'

type ListedProblem = { path: string; message: string }
type Placed = ListedProblem & { label: string | null }

/**
 * Every error of a form, in the order and words of its fields. An entry links to its field; without script it is
 * text, as the field shows the same.
 */
export function ProblemList({ problems }: { problems: ListedProblem[] }) {
  const [placed, setPlaced] = useState<Placed[]>([])
  useEffect(() => setPlaced(inOrder(problems)), [problems])
  const shown: Placed[] = placed.length === 0 ? problems.map((one) => ({ ...one, label: null })) : placed
  return (
    <ul>
      {shown.map(({ path, message, label }) => (
        <li key={path}>
          {label === null ? (
            message
          ) : (
            <button
              type="button"
              className="link min-h-6 py-0.5 text-left"
              onClick={() => fieldAt(path)?.focus()}
            >
              {label}: {message}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

function inOrder(problems: ListedProblem[]): Placed[] {
  const found = problems.map((problem) => {
    const field = fieldAt(problem.path)
    return { ...problem, field, label: field && labelOf(field) }
  })
  found.sort((left, right) => {
    if (!left.field || !right.field) return Number(left.field === null) - Number(right.field === null)
    return left.field.compareDocumentPosition(right.field) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
  })
  return found.map(({ path, message, label }) => ({ path, message, label }))
}

/** The visible field of a path: the same form is on the page twice where it also works without script. */
function fieldAt(path: string): HTMLElement | null {
  const named = [...document.getElementsByName(path)]
  return named.find((field) => field.getClientRects().length > 0) ?? null
}

function labelOf(field: HTMLElement): string | null {
  const label = (field as HTMLInputElement).labels?.[0]?.firstChild?.textContent
  return field.getAttribute('aria-label') ?? label ?? null
}
