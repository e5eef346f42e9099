/** A page of a report's rows. The same route has files as well; without `whole` and `format` it answers with a page. */
export function pageOf<Report extends object>(
  report: Report,
): Extract<Report, { readonly items: readonly unknown[] }> {
  if (!isPage(report)) throw new TypeError('the report was asked for as a page');
  return report;
}

function isPage<Report extends object>(
  report: Report,
): report is Extract<Report, { readonly items: readonly unknown[] }> {
  return 'items' in report;
}
