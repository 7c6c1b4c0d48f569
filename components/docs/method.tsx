/** The method of an address, as a word that is seen at once. */
export function Method({ method }: { method: string }) {
  return (
    <span className="method mono" data-method={method}>
      {method}
    </span>
  )
}
