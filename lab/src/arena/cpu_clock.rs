//! The CPU time of another process, where the system tells it: Linux, FreeBSD and their relatives.

use std::time::Duration;

/// The CPU-time clock of a process: it runs once for every thread that computes, and not for the process's children.
#[derive(Clone, Copy, Debug)]
pub struct CpuClock {
    process: u32,
}

impl CpuClock {
    /// Returns the clock of the process with the ID `process`. The ID means another process, or none, once the process
    /// has been waited for.
    pub fn of(process: u32) -> Self {
        Self { process }
    }

    /// Returns the CPU time since the start of the process; `None` if the system does not tell it.
    pub fn now(self) -> Option<Duration> {
        cpu_time(self.process)
    }
}

#[cfg(any(target_os = "android", target_os = "dragonfly", target_os = "freebsd", target_os = "linux"))]
fn cpu_time(process: u32) -> Option<Duration> {
    use nix::{time::ClockId, unistd::Pid};
    let clock = ClockId::pid_cpu_clock_id(Pid::from_raw(i32::try_from(process).ok()?)).ok()?;
    clock.now().ok().map(Duration::from)
}

#[cfg(not(any(target_os = "android", target_os = "dragonfly", target_os = "freebsd", target_os = "linux")))]
fn cpu_time(_: u32) -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    const IS_TOLD: bool = cfg!(any(target_os = "freebsd", target_os = "linux"));

    #[test]
    fn a_clock_runs_while_the_process_computes() {
        let clock = CpuClock::of(std::process::id());
        let before = clock.now();
        assert!(before.is_some() || !IS_TOLD);
        let Some(before) = before else { return };
        // Other programs may take the processor for as long as they like.
        let start = Instant::now();
        while clock.now().is_some_and(|now| now < before + Duration::from_millis(5)) {
            assert!(start.elapsed() < Duration::from_mins(1));
        }
        assert!(clock.now().is_some());
    }

    #[test]
    fn no_process_has_no_cpu_time() {
        assert_eq!(CpuClock::of(u32::MAX).now(), None);
    }
}
