//! Ctrl-C ends a long run early, with the results so far. A second one ends the program at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::progress::complain;
use oxide88::command_line::INTERRUPTED;
use oxide88::search::Control;

/// Time between two looks at the switch during a search.
const TICK: Duration = Duration::from_millis(50);

/// Returns a switch that Ctrl-C sets. What waits for input does not look at it, so a second Ctrl-C exits. If the
/// handler cannot be installed, a line says that Ctrl-C will end the run without `what`.
pub fn stop_on_ctrl_c(what: &str) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let on_signal = Arc::clone(&stop);
    let handler = move || {
        if on_signal.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        complain(&format!("Ctrl-C will end the run without {what}: {error}"));
    }
    stop
}

/// Calls `search` with a control that stops it soon after `stop` is set.
pub fn search_until<T>(stop: &AtomicBool, search: impl FnOnce(&Control) -> T) -> T {
    let (control, is_over) = (Control::default(), AtomicBool::new(false));
    thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) && !control.is_stopped() {
                if stop.load(Ordering::Relaxed) {
                    control.stop();
                }
                thread::park_timeout(TICK);
            }
        });
        let found = search(&control);
        is_over.store(true, Ordering::Relaxed);
        watcher.thread().unpark();
        found
    })
}
