type CutProps = {
  text: string
  /** The most of it, as a class: `max-w-44`, or `max-w-[15cqi]` for a share of the table. */
  width: string
}

/**
 * One line of text that somebody else chose, cut before the table grows wider than the page; the whole of it is its
 * title. Where a row is folded, it has all the room of its place.
 */
export function Truncate({ text, width }: CutProps) {
  return (
    <span title={text} className={`inline-block truncate align-bottom @max-[44rem]/rows:max-w-full ${width}`}>
      {text}
    </span>
  )
}
