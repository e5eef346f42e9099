import { selfSignedCertificate } from '../../integration/trading-service/certificate.ts';

/** A certificate for loopback; the table's tests trust it while they run. */
export const TRUSTED = selfSignedCertificate();
