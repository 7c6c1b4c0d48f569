type CutProps = {
  text: string
  /** The most of it, as a class: `max-w-44`, or `max-w-[15cqi]` for a share of the table. */
  width: string
}

/**
 * One line of user text, truncated before it widens the table; its title is the whole text. In a folded row it has
 * the full width.
 */
export function Truncate({ text, width }: CutProps) {
  return (
    <span title={text} className={`truncate ${width}`}>
      {text}
    </span>
  )
}
