//! Ctrl-C ends a long run early, with the results so far.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::progress::complain;

/// Returns a switch that Ctrl-C sets. If the handler cannot be installed, a line says that Ctrl-C will end the run
/// without `what`.
pub fn stop_on_ctrl_c(what: &str) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let on_signal = Arc::clone(&stop);
    if let Err(error) = ctrlc::set_handler(move || on_signal.store(true, Ordering::Relaxed)) {
        complain(&format!("Ctrl-C will end the run without {what}: {error}"));
    }
    stop
}
