import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';
import styles from './query-view.module.css';

interface ErrorBoundaryProps {
  /** A change of it shows the children again. */
  readonly path: string;
  readonly children: ReactNode;
}

/**
 * Shows a way out where its children cannot be shown. After an update of the service, the code of a page that is first
 * opened is no longer there under its old name.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidUpdate({ path }: ErrorBoundaryProps) {
    if (this.state.hasFailed && path !== this.props.path) this.setState({ hasFailed: false });
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div className={styles.error}>
        <Notice tone="danger">
          This page could not be loaded. Your connection may be down, or the console may have been updated.
        </Notice>
        <Button onClick={() => location.reload()}>Reload</Button>
      </div>
    );
  }
}
