/**
 * What stands in a form that the server drew and the script has not taken over yet: people on slow lines type at once,
 * and what they typed must not be replaced by what the form began with. Empty on the server, and where the form is
 * drawn by the script itself.
 * @returns name to text, boxes that are ticked included, or null when there is no such form yet
 */
export function typedEarly(formId: string): Record<string, string> | null {
  if (typeof document === 'undefined') return null
  const form = document.getElementById(formId)
  if (!(form instanceof HTMLFormElement)) return null
  return Object.fromEntries(
    [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}
