import { NativeSelect } from '@mantine/core';
import { useNavigate } from 'react-router';
import { usePerson } from '../session/person.tsx';
import classes from './layout.module.css';

/** The tenant; a choice where the person has several. */
export function TenantChoice() {
  const { tenant, tenants } = usePerson();
  const navigate = useNavigate();
  if (tenants.length === 1) {
    return (
      <span className={classes.tenant} title="Tenant">
        {tenant}
      </span>
    );
  }
  return (
    <NativeSelect
      size="xs"
      aria-label="Tenant"
      value={tenant}
      data={tenants}
      onChange={({ currentTarget }) => void navigate(`/t/${currentTarget.value}/overview`)}
    />
  );
}
