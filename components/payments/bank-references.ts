const LABELS: Record<string, string> = {
  auth_code: 'Auth code',
  rrn: 'RRN',
  arn: 'ARN',
  utr: 'UTR',
  gateway_id: 'Gateway ID',
}

/** The bank's references, by the names that banks use; blank ones are left out. */
export function bankReferences(
  data: Record<string, string | null> | unknown[],
): { name: string; label: string; value: string }[] {
  if (Array.isArray(data)) return []
  return Object.entries(data).flatMap(([name, value]) =>
    value ? [{ name, label: LABELS[name] ?? name.replaceAll('_', ' '), value }] : [],
  )
}
