/** The exact sums of selected rows, as text. Null where they cannot be had: the count alone is right, too. */
export async function sumsOf(url: string, signal: AbortSignal): Promise<string | null> {
  try {
    const response = await fetch(url, { signal })
    return response.ok ? ((await response.json()) as { text: string }).text : null
  } catch {
    return null
  }
}
