/*
 * Fraction digits of the codes of ISO 4217 (list one, with its fund codes), as the standard has them. The locale data of a
 * runtime are another table: they say how a currency is usually shown (HUF, COP and IDR without any), not what it is
 * booked in. Codes that were withdrawn lately stay: months in them are still reported.
 */

const NONE = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF';
const TWO =
  'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG ZWL';
const THREE = 'BHD IQD JOD KWD LYD OMR TND';
const FOUR = 'CLF UYW';
/** Metals, units of account and codes for tests: the standard gives them no fraction. */
const NOT_APPLICABLE = 'XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX';

const digits = (codes: string, count: number | null) =>
  codes.split(' ').map((code) => [code, count] as const);

/** By code: its fraction digits; null where the standard gives none. */
export const ISO_4217: ReadonlyMap<string, number | null> = new Map([
  ...digits(NONE, 0),
  ...digits(TWO, 2),
  ...digits(THREE, 3),
  ...digits(FOUR, 4),
  ...digits(NOT_APPLICABLE, null),
]);
